-- AlterTable
ALTER TABLE "Branch" ADD COLUMN "provisionalSince" BIGINT;
