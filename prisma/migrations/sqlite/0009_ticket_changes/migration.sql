-- AlterTable
ALTER TABLE "CourseTicket" ADD COLUMN "changes" TEXT;
