-- DropIndex
DROP INDEX "TableState_branch_newsAt_idx";
