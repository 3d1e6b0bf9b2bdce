-- AlterTable
ALTER TABLE "Screen" ADD COLUMN     "limits" TEXT;
