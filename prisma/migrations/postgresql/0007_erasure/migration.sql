-- AlterTable
ALTER TABLE "Delivery" ADD COLUMN     "erasedAt" BIGINT;

-- AlterTable
ALTER TABLE "Order" ADD COLUMN     "bodiesErasedAt" BIGINT,
ADD COLUMN     "namesErasedAt" BIGINT,
ADD COLUMN     "sealedAt" BIGINT,
ADD COLUMN     "takesAfter" BIGINT;
