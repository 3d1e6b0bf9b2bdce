-- AlterTable
ALTER TABLE "Screen" ADD COLUMN     "linkUntil" BIGINT;

-- AlterTable
ALTER TABLE "Subscription" ADD COLUMN     "branches" TEXT;

-- CreateTable
CREATE TABLE "SecondFactor" (
    "managerId" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "confirmedAt" BIGINT,
    "usedStep" INTEGER NOT NULL DEFAULT 0,
    "backupCodes" TEXT NOT NULL DEFAULT '[]',

    CONSTRAINT "SecondFactor_pkey" PRIMARY KEY ("managerId")
);

-- AddForeignKey
ALTER TABLE "SecondFactor" ADD CONSTRAINT "SecondFactor_managerId_fkey" FOREIGN KEY ("managerId") REFERENCES "Manager"("id") ON DELETE CASCADE ON UPDATE CASCADE;
