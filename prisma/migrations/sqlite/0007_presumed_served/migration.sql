-- AlterTable
ALTER TABLE "CourseTicket" ADD COLUMN "presumedAt" BIGINT;
ALTER TABLE "CourseTicket" ADD COLUMN "presumedReason" TEXT;

-- AlterTable
ALTER TABLE "Order" ADD COLUMN "seatedAt" BIGINT;
