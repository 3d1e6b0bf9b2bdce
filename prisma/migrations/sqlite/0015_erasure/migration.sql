-- AlterTable
ALTER TABLE "Delivery" ADD COLUMN "erasedAt" BIGINT;

-- AlterTable
ALTER TABLE "Order" ADD COLUMN "bodiesErasedAt" BIGINT;
ALTER TABLE "Order" ADD COLUMN "namesErasedAt" BIGINT;
ALTER TABLE "Order" ADD COLUMN "sealedAt" BIGINT;
ALTER TABLE "Order" ADD COLUMN "takesAfter" BIGINT;
