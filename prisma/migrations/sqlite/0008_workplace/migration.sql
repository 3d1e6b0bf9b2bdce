-- AlterTable
ALTER TABLE "Delivery" ADD COLUMN "workplace" INTEGER;
