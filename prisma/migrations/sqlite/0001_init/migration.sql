-- CreateTable
CREATE TABLE "Delivery" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "receivedAt" BIGINT NOT NULL,
    "subscription" TEXT NOT NULL,
    "pathEvent" TEXT NOT NULL,
    "headers" TEXT NOT NULL,
    "body" BLOB NOT NULL,
    "bodySha256" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "reason" TEXT,
    "branch" INTEGER,
    "orderKey" INTEGER,
    "courseNumber" INTEGER,
    "step" INTEGER,
    "at" BIGINT
);

-- CreateTable
CREATE TABLE "Order" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "branch" INTEGER NOT NULL,
    "identity" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "orderId" TEXT,
    "otherOrderId" TEXT,
    "year" INTEGER,
    "number" INTEGER,
    "ticketNumber" INTEGER,
    "tableNumber" TEXT,
    "tableSubNumber" TEXT,
    "tableName" TEXT,
    "guests" INTEGER
);

-- CreateTable
CREATE TABLE "CourseEvent" (
    "orderKey" INTEGER NOT NULL,
    "courseNumber" INTEGER NOT NULL,
    "step" INTEGER NOT NULL,
    "at" BIGINT NOT NULL,
    "deliveryId" TEXT NOT NULL,
    "round" INTEGER NOT NULL,

    PRIMARY KEY ("orderKey", "courseNumber", "step", "at"),
    CONSTRAINT "CourseEvent_orderKey_fkey" FOREIGN KEY ("orderKey") REFERENCES "Order" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "CourseTicket" (
    "orderKey" INTEGER NOT NULL,
    "courseNumber" INTEGER NOT NULL,
    "round" INTEGER NOT NULL,
    "branch" INTEGER NOT NULL,
    "startedAt" BIGINT,
    "readyAt" BIGINT,
    "servedAt" BIGINT,
    "beganAt" BIGINT NOT NULL,
    "lastNewsAt" BIGINT NOT NULL,
    "closedAt" BIGINT,
    "closedBy" TEXT,
    "courseName" TEXT,
    "abbreviation" TEXT,
    "sequence" INTEGER,
    "expectedRaw" INTEGER,
    "posRaw" INTEGER,
    "measuredMs" BIGINT,
    "marks" TEXT NOT NULL,
    "businessDay" TEXT NOT NULL,
    "localMinute" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,

    PRIMARY KEY ("orderKey", "courseNumber", "round"),
    CONSTRAINT "CourseTicket_orderKey_fkey" FOREIGN KEY ("orderKey") REFERENCES "Order" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "TableState" (
    "branch" INTEGER NOT NULL,
    "number" TEXT NOT NULL,
    "subNumber" TEXT NOT NULL,
    "name" TEXT,
    "guests" INTEGER,
    "status" TEXT NOT NULL,
    "since" BIGINT,
    "lastFoodAt" BIGINT,
    "newsAt" BIGINT NOT NULL,
    "version" INTEGER NOT NULL,

    PRIMARY KEY ("branch", "number", "subNumber")
);

-- CreateTable
CREATE TABLE "Branch" (
    "number" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "name" TEXT,
    "timeZone" TEXT NOT NULL,
    "cutOffMinute" INTEGER NOT NULL DEFAULT 240,
    "version" INTEGER NOT NULL DEFAULT 0,
    "epoch" TEXT NOT NULL,
    "lastDeliveryAt" BIGINT,
    "votesSeconds" INTEGER NOT NULL DEFAULT 0,
    "votesMinutes" INTEGER NOT NULL DEFAULT 0,
    "votesMilliseconds" INTEGER NOT NULL DEFAULT 0
);

-- CreateTable
CREATE TABLE "Subscription" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "secretEncoding" TEXT NOT NULL,
    "signatureEncoding" TEXT NOT NULL,
    "algorithm" TEXT NOT NULL,
    "event" TEXT,
    "createdAt" BIGINT NOT NULL,
    "lastDeliveryAt" BIGINT
);

-- CreateTable
CREATE TABLE "SubscriptionSecret" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "subscriptionId" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "validFrom" BIGINT NOT NULL,
    "validUntil" BIGINT,
    CONSTRAINT "SubscriptionSecret_subscriptionId_fkey" FOREIGN KEY ("subscriptionId") REFERENCES "Subscription" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Screen" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "name" TEXT NOT NULL,
    "branches" TEXT NOT NULL,
    "view" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "createdAt" BIGINT NOT NULL,
    "lastSeenAt" BIGINT,
    "revokedAt" BIGINT
);

-- CreateTable
CREATE TABLE "Setting" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "key" TEXT NOT NULL,
    "branch" INTEGER,
    "course" INTEGER,
    "value" TEXT NOT NULL,
    "setAt" BIGINT NOT NULL
);

-- CreateIndex
CREATE INDEX "Delivery_branch_receivedAt_idx" ON "Delivery"("branch", "receivedAt");

-- CreateIndex
CREATE INDEX "Delivery_outcome_receivedAt_idx" ON "Delivery"("outcome", "receivedAt");

-- CreateIndex
CREATE INDEX "Delivery_orderKey_idx" ON "Delivery"("orderKey");

-- CreateIndex
CREATE INDEX "Order_branch_tableNumber_tableSubNumber_idx" ON "Order"("branch", "tableNumber", "tableSubNumber");

-- CreateIndex
CREATE UNIQUE INDEX "Order_branch_identity_key" ON "Order"("branch", "identity");

-- CreateIndex
CREATE INDEX "CourseTicket_branch_beganAt_idx" ON "CourseTicket"("branch", "beganAt");

-- CreateIndex
CREATE INDEX "CourseTicket_branch_version_idx" ON "CourseTicket"("branch", "version");

-- CreateIndex
CREATE INDEX "CourseTicket_branch_closedAt_idx" ON "CourseTicket"("branch", "closedAt");

-- CreateIndex
CREATE INDEX "TableState_branch_newsAt_idx" ON "TableState"("branch", "newsAt");

-- CreateIndex
CREATE INDEX "SubscriptionSecret_subscriptionId_idx" ON "SubscriptionSecret"("subscriptionId");

-- CreateIndex
CREATE UNIQUE INDEX "Screen_tokenHash_key" ON "Screen"("tokenHash");
