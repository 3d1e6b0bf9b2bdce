-- AlterTable
ALTER TABLE "CourseTicket" ADD COLUMN "noted" TEXT;

-- CreateTable
CREATE TABLE "ScreenNote" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "orderKey" INTEGER NOT NULL,
    "courseNumber" INTEGER NOT NULL,
    "round" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "screenId" INTEGER NOT NULL,
    "screenName" TEXT NOT NULL,
    "at" BIGINT NOT NULL,
    "receivedAt" BIGINT NOT NULL,
    "seenReadyAt" BIGINT,
    CONSTRAINT "ScreenNote_orderKey_fkey" FOREIGN KEY ("orderKey") REFERENCES "Order" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "ScreenNote_id_key" ON "ScreenNote"("id");

-- CreateIndex
CREATE INDEX "ScreenNote_orderKey_idx" ON "ScreenNote"("orderKey");
