-- AlterTable
ALTER TABLE "Setting" ADD COLUMN "setBy" TEXT;
