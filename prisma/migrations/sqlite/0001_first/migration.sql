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
    "at" BIGINT,
    "workplace" INTEGER,
    "erasedAt" BIGINT
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
    "guests" INTEGER,
    "seatedAt" BIGINT,
    "sealedAt" BIGINT,
    "takesAfter" BIGINT,
    "bodiesErasedAt" BIGINT,
    "namesErasedAt" BIGINT
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
CREATE TABLE "TicketAction" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "orderKey" INTEGER NOT NULL,
    "courseNumber" INTEGER NOT NULL,
    "round" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "screenId" INTEGER NOT NULL,
    "screenName" TEXT NOT NULL,
    "at" BIGINT NOT NULL,
    "receivedAt" BIGINT NOT NULL,
    "seenReadyAt" BIGINT,
    CONSTRAINT "TicketAction_orderKey_fkey" FOREIGN KEY ("orderKey") REFERENCES "Order" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
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
    "effects" TEXT,
    "changes" TEXT,
    "presumedAt" BIGINT,
    "presumedReason" TEXT,
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
    "revision" INTEGER NOT NULL DEFAULT 0,
    "epoch" TEXT NOT NULL,
    "lastDeliveryAt" BIGINT,
    "provisionalSince" BIGINT,
    "votesSeconds" INTEGER NOT NULL DEFAULT 0,
    "votesMinutes" INTEGER NOT NULL DEFAULT 0,
    "votesMilliseconds" INTEGER NOT NULL DEFAULT 0
);

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

-- CreateTable
CREATE TABLE "Subscription" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "secretEncoding" TEXT NOT NULL,
    "signatureEncoding" TEXT NOT NULL,
    "algorithm" TEXT NOT NULL,
    "event" TEXT,
    "branches" TEXT,
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
    "usedAt" BIGINT,
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
    "linkUntil" BIGINT,
    "lastSeenAt" BIGINT,
    "revokedAt" BIGINT,
    "limits" TEXT
);

-- CreateTable
CREATE TABLE "Pairing" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "codeHash" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "device" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "expiresAt" BIGINT NOT NULL,
    "screenId" INTEGER
);

-- CreateTable
CREATE TABLE "Setting" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "key" TEXT NOT NULL,
    "branch" INTEGER,
    "course" INTEGER,
    "value" TEXT NOT NULL,
    "setAt" BIGINT NOT NULL,
    "setBy" TEXT
);

-- CreateTable
CREATE TABLE "Manager" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "branches" TEXT,
    "createdAt" BIGINT NOT NULL,
    "lastSignInAt" BIGINT,
    "linkHash" TEXT,
    "linkUntil" BIGINT,
    "recoveryCodes" TEXT NOT NULL DEFAULT '[]'
);

-- CreateTable
CREATE TABLE "SecondFactor" (
    "managerId" TEXT NOT NULL PRIMARY KEY,
    "secret" TEXT NOT NULL,
    "confirmedAt" BIGINT,
    "usedStep" INTEGER NOT NULL DEFAULT 0,
    "backupCodes" TEXT NOT NULL DEFAULT '[]',
    CONSTRAINT "SecondFactor_managerId_fkey" FOREIGN KEY ("managerId") REFERENCES "Manager" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ManagerAccount" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "accountId" TEXT NOT NULL,
    "providerId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "password" TEXT,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "ManagerAccount_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Manager" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ManagerSession" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "token" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "ipAddress" TEXT,
    "userAgent" TEXT,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "ManagerSession_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Manager" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "AuditEntry" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "at" BIGINT NOT NULL,
    "lastAt" BIGINT NOT NULL,
    "count" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "by" TEXT,
    "via" TEXT NOT NULL,
    "address" TEXT,
    "subject" TEXT,
    "branch" INTEGER,
    "course" INTEGER,
    "query" TEXT,
    "before" TEXT,
    "after" TEXT
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
CREATE UNIQUE INDEX "TicketAction_id_key" ON "TicketAction"("id");

-- CreateIndex
CREATE INDEX "TicketAction_orderKey_idx" ON "TicketAction"("orderKey");

-- CreateIndex
CREATE INDEX "CourseTicket_branch_beganAt_idx" ON "CourseTicket"("branch", "beganAt");

-- CreateIndex
CREATE INDEX "CourseTicket_branch_version_idx" ON "CourseTicket"("branch", "version");

-- CreateIndex
CREATE INDEX "CourseTicket_branch_closedAt_idx" ON "CourseTicket"("branch", "closedAt");

-- CreateIndex
CREATE INDEX "SubscriptionSecret_subscriptionId_idx" ON "SubscriptionSecret"("subscriptionId");

-- CreateIndex
CREATE UNIQUE INDEX "Screen_tokenHash_key" ON "Screen"("tokenHash");

-- CreateIndex
CREATE UNIQUE INDEX "Pairing_codeHash_key" ON "Pairing"("codeHash");

-- CreateIndex
CREATE UNIQUE INDEX "Pairing_tokenHash_key" ON "Pairing"("tokenHash");

-- CreateIndex
CREATE UNIQUE INDEX "Manager_username_key" ON "Manager"("username");

-- CreateIndex
CREATE UNIQUE INDEX "Manager_linkHash_key" ON "Manager"("linkHash");

-- CreateIndex
CREATE UNIQUE INDEX "ManagerAccount_userId_providerId_key" ON "ManagerAccount"("userId", "providerId");

-- CreateIndex
CREATE UNIQUE INDEX "ManagerSession_token_key" ON "ManagerSession"("token");

-- CreateIndex
CREATE INDEX "ManagerSession_userId_idx" ON "ManagerSession"("userId");

-- CreateIndex
CREATE INDEX "AuditEntry_kind_id_idx" ON "AuditEntry"("kind", "id");

-- The few courses with a step more than an hour before, or eight hours after they began (server/sql/report-statements.ts).
-- CreateIndex
CREATE INDEX "CourseTicket_distantSteps_idx" ON "CourseTicket"("branch", "beganAt") WHERE "readyAt" - "beganAt" NOT BETWEEN -3600000 AND 28800000 OR "servedAt" - "beganAt" NOT BETWEEN -3600000 AND 28800000;
