-- CreateTable
CREATE TABLE "Gap" (
    "branch" INTEGER NOT NULL,
    "fromAt" BIGINT NOT NULL,
    "toAt" BIGINT,
    "cause" TEXT NOT NULL,

    PRIMARY KEY ("branch", "fromAt", "cause")
);

-- CreateTable
CREATE TABLE "Attendance" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "until" BIGINT NOT NULL
);
