-- CreateTable
CREATE TABLE "Copy" (
    "source" TEXT NOT NULL,
    "startedAt" BIGINT NOT NULL,
    "finishedAt" BIGINT,
    "state" TEXT NOT NULL,

    CONSTRAINT "Copy_pkey" PRIMARY KEY ("source")
);

