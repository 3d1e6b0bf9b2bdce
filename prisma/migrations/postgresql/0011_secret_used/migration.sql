-- AlterTable
ALTER TABLE "SubscriptionSecret" ADD COLUMN     "usedAt" BIGINT;
