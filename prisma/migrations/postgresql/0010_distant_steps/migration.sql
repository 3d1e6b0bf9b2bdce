-- The few courses with a step more than an hour before, or eight hours after they began (server/sql/report-statements.ts).
-- CreateIndex
CREATE INDEX "CourseTicket_distantSteps_idx" ON "CourseTicket"("branch", "beganAt") WHERE "readyAt" - "beganAt" NOT BETWEEN -3600000 AND 28800000 OR "servedAt" - "beganAt" NOT BETWEEN -3600000 AND 28800000;
