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
    "linkUntil" BIGINT
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
