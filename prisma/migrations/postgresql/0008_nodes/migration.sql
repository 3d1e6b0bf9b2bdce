-- AlterTable
ALTER TABLE "Branch" ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "Inbox" ADD COLUMN     "node" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "BranchCommit" (
    "branch" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL,
    "news" TEXT NOT NULL,

    CONSTRAINT "BranchCommit_pkey" PRIMARY KEY ("branch","revision")
);

-- CreateTable
CREATE TABLE "Cluster" (
    "id" INTEGER NOT NULL,
    "generation" INTEGER NOT NULL DEFAULT 0,
    "sessionSecret" TEXT,

    CONSTRAINT "Cluster_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RateLimit" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "RateLimit_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "socket_io_attachments" (
    "id" BIGSERIAL NOT NULL,
    "created_at" TIMESTAMPTZ(6) DEFAULT CURRENT_TIMESTAMP,
    "payload" BYTEA
);

-- CreateIndex
CREATE UNIQUE INDEX "socket_io_attachments_id_key" ON "socket_io_attachments"("id");

INSERT INTO "Cluster" ("id") VALUES (1);
