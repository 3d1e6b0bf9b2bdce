-- CreateTable
CREATE TABLE "AuditEntry" (
    "id" SERIAL NOT NULL,
    "at" BIGINT NOT NULL,
    "lastAt" BIGINT NOT NULL,
    "count" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "by" TEXT,
    "via" TEXT NOT NULL,
    "address" TEXT,
    "subject" TEXT,
    "branch" INTEGER,
    "course" INTEGER,
    "query" TEXT,
    "before" TEXT,
    "after" TEXT,

    CONSTRAINT "AuditEntry_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "AuditEntry_kind_id_idx" ON "AuditEntry"("kind", "id");
