-- CreateTable
CREATE TABLE "Delivery" (
    "id" TEXT NOT NULL,
    "receivedAt" BIGINT NOT NULL,
    "subscription" TEXT NOT NULL,
    "pathEvent" TEXT NOT NULL,
    "headers" TEXT NOT NULL,
    "body" BYTEA NOT NULL,
    "bodySha256" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "reason" TEXT,
    "branch" INTEGER,
    "orderKey" INTEGER,
    "courseNumber" INTEGER,
    "step" INTEGER,
    "at" BIGINT,
    "workplace" INTEGER,

    CONSTRAINT "Delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Order" (
    "key" SERIAL NOT NULL,
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

    CONSTRAINT "Order_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "CourseEvent" (
    "orderKey" INTEGER NOT NULL,
    "courseNumber" INTEGER NOT NULL,
    "step" INTEGER NOT NULL,
    "at" BIGINT NOT NULL,
    "deliveryId" TEXT NOT NULL,
    "round" INTEGER NOT NULL,

    CONSTRAINT "CourseEvent_pkey" PRIMARY KEY ("orderKey","courseNumber","step","at")
);

-- CreateTable
CREATE TABLE "ScreenNote" (
    "key" SERIAL NOT NULL,
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

    CONSTRAINT "ScreenNote_pkey" PRIMARY KEY ("key")
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
    "noted" TEXT,
    "changes" TEXT,
    "presumedAt" BIGINT,
    "presumedReason" TEXT,
    "localMinute" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,

    CONSTRAINT "CourseTicket_pkey" PRIMARY KEY ("orderKey","courseNumber","round")
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

    CONSTRAINT "TableState_pkey" PRIMARY KEY ("branch","number","subNumber")
);

-- CreateTable
CREATE TABLE "Branch" (
    "number" INTEGER NOT NULL,
    "name" TEXT,
    "timeZone" TEXT NOT NULL,
    "cutOffMinute" INTEGER NOT NULL DEFAULT 240,
    "version" INTEGER NOT NULL DEFAULT 0,
    "epoch" TEXT NOT NULL,
    "lastDeliveryAt" BIGINT,
    "votesSeconds" INTEGER NOT NULL DEFAULT 0,
    "votesMinutes" INTEGER NOT NULL DEFAULT 0,
    "votesMilliseconds" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "Branch_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "Gap" (
    "branch" INTEGER NOT NULL,
    "fromAt" BIGINT NOT NULL,
    "toAt" BIGINT,
    "cause" TEXT NOT NULL,

    CONSTRAINT "Gap_pkey" PRIMARY KEY ("branch","fromAt","cause")
);

-- CreateTable
CREATE TABLE "Attendance" (
    "id" INTEGER NOT NULL,
    "until" BIGINT NOT NULL,

    CONSTRAINT "Attendance_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Subscription" (
    "id" TEXT NOT NULL,
    "secretEncoding" TEXT NOT NULL,
    "signatureEncoding" TEXT NOT NULL,
    "algorithm" TEXT NOT NULL,
    "event" TEXT,
    "createdAt" BIGINT NOT NULL,
    "lastDeliveryAt" BIGINT,

    CONSTRAINT "Subscription_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SubscriptionSecret" (
    "id" SERIAL NOT NULL,
    "subscriptionId" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "validFrom" BIGINT NOT NULL,
    "validUntil" BIGINT,

    CONSTRAINT "SubscriptionSecret_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Screen" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "branches" TEXT NOT NULL,
    "view" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "createdAt" BIGINT NOT NULL,
    "lastSeenAt" BIGINT,
    "revokedAt" BIGINT,

    CONSTRAINT "Screen_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Setting" (
    "id" SERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "branch" INTEGER,
    "course" INTEGER,
    "value" TEXT NOT NULL,
    "setAt" BIGINT NOT NULL,
    "setBy" TEXT,

    CONSTRAINT "Setting_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Manager" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "branches" TEXT,
    "createdAt" BIGINT NOT NULL,
    "lastSignInAt" BIGINT,
    "linkHash" TEXT,
    "linkUntil" BIGINT,

    CONSTRAINT "Manager_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ManagerAccount" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "providerId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "password" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ManagerAccount_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ManagerSession" (
    "id" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "ipAddress" TEXT,
    "userAgent" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ManagerSession_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Inbox" (
    "id" TEXT NOT NULL,
    "envelope" TEXT NOT NULL,
    "body" BYTEA NOT NULL,
    "isRejected" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "Inbox_pkey" PRIMARY KEY ("id")
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
CREATE UNIQUE INDEX "ScreenNote_id_key" ON "ScreenNote"("id");

-- CreateIndex
CREATE INDEX "ScreenNote_orderKey_idx" ON "ScreenNote"("orderKey");

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
CREATE UNIQUE INDEX "Manager_username_key" ON "Manager"("username");

-- CreateIndex
CREATE UNIQUE INDEX "Manager_linkHash_key" ON "Manager"("linkHash");

-- CreateIndex
CREATE UNIQUE INDEX "ManagerAccount_userId_providerId_key" ON "ManagerAccount"("userId", "providerId");

-- CreateIndex
CREATE UNIQUE INDEX "ManagerSession_token_key" ON "ManagerSession"("token");

-- CreateIndex
CREATE INDEX "ManagerSession_userId_idx" ON "ManagerSession"("userId");

-- AddForeignKey
ALTER TABLE "CourseEvent" ADD CONSTRAINT "CourseEvent_orderKey_fkey" FOREIGN KEY ("orderKey") REFERENCES "Order"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ScreenNote" ADD CONSTRAINT "ScreenNote_orderKey_fkey" FOREIGN KEY ("orderKey") REFERENCES "Order"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CourseTicket" ADD CONSTRAINT "CourseTicket_orderKey_fkey" FOREIGN KEY ("orderKey") REFERENCES "Order"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SubscriptionSecret" ADD CONSTRAINT "SubscriptionSecret_subscriptionId_fkey" FOREIGN KEY ("subscriptionId") REFERENCES "Subscription"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ManagerAccount" ADD CONSTRAINT "ManagerAccount_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Manager"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ManagerSession" ADD CONSTRAINT "ManagerSession_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Manager"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The text of a body, for searching. Bytes that are not UTF-8 are searched as PostgreSQL prints them.
CREATE FUNCTION "textOf"(bytes BYTEA) RETURNS TEXT LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN convert_from(bytes, 'UTF8');
EXCEPTION WHEN OTHERS THEN
  RETURN encode(bytes, 'escape');
END
$$;
