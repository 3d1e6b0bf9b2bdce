import path from 'node:path';
import { type Node, SyntaxKind } from 'typescript/unstable/ast';
import {
  isBinaryExpression,
  isCallExpression,
  isElementAccessExpression,
  isJsxAttribute,
  isJsxExpression,
  isJsxText,
  isNoSubstitutionTemplateLiteral,
  isStringLiteral,
  isTemplateExpression,
} from 'typescript/unstable/ast/is';
import { API } from 'typescript/unstable/sync';

/** Attributes whose text is shown or read aloud. */
const TEXT_ATTRIBUTES = [
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'title',
  'alt',
  'placeholder',
  'label',
  'summary',
  'content',
];
/** Camel case such as `cookingLane` is the key of a message. */
const KEY = /^[a-z]+(?:[A-Z][a-z]+)+$/;
const COMPARISONS = [
  SyntaxKind.EqualsEqualsEqualsToken,
  SyntaxKind.ExclamationEqualsEqualsToken,
  SyntaxKind.EqualsEqualsToken,
  SyntaxKind.ExclamationEqualsToken,
  SyntaxKind.InKeyword,
];

/** The literal text by file and line, the scanned files, and the number of scanned elements. */
export type Scan = { files: string[]; elements: number; texts: string[] };

/**
 * Finds literal text in JSX, which belongs in messages: between tags, in attributes with text, and in strings in
 * braces. `project` is the folder of the tsconfig.json; `isIncluded` selects files by their path below it.
 */
export function scanForText(project: string, isIncluded: (file: string) => boolean): Scan {
  const api = new API({ cwd: project });
  try {
    const config = path.join(project, 'tsconfig.json');
    const program = api.updateSnapshot({ openProjects: [config] }).getProject(config)?.program;
    if (!program) throw new Error(`${config} is not a project`);
    const scan: Scan = { files: [], elements: 0, texts: [] };
    for (const file of program.getSourceFileNames()) {
      const name = path.relative(project, file).replaceAll(path.sep, '/');
      const source = isIncluded(name) ? program.getSourceFile(file) : undefined;
      if (!source) continue;
      scan.files.push(name);
      const onText = (node: Node, text: string) => {
        if (!/\p{L}{2}/u.test(text) || KEY.test(text)) return;
        const line = source.text.slice(0, node.end).split('\n').length;
        scan.texts.push(`${name}:${line} ${text.trim()}`);
      };
      visit(source, scan, onText);
    }
    return scan;
  } finally {
    api.close();
  }
}

type OnText = (node: Node, text: string) => void;

function visit(node: Node, scan: Scan, onText: OnText): void {
  if (node.kind === SyntaxKind.JsxOpeningElement || node.kind === SyntaxKind.JsxSelfClosingElement) scan.elements += 1;
  if (isJsxText(node)) onText(node, node.text);
  if (isJsxAttribute(node)) {
    if (TEXT_ATTRIBUTES.includes(node.name.getText()) && node.initializer) readStrings(node.initializer, onText);
    // An expression in an attribute is not text, but may contain elements.
    node.initializer?.forEachChild((child) => visit(child, scan, onText));
    return;
  }
  if (isJsxExpression(node)) readStrings(node, onText);
  node.forEachChild((child) => visit(child, scan, onText));
}

/** Reports the strings that an expression may evaluate to, without arguments, keys and operands of comparisons. */
function readStrings(node: Node, onText: OnText): void {
  if (isCallExpression(node) || isElementAccessExpression(node)) return;
  if (isBinaryExpression(node) && COMPARISONS.includes(node.operatorToken.kind)) return;
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) onText(node, node.text);
  if (isTemplateExpression(node)) {
    onText(node.head, node.head.text);
    for (const span of node.templateSpans) onText(span.literal, span.literal.text);
  }
  // Nested elements are visited separately.
  if (node.kind === SyntaxKind.JsxElement || node.kind === SyntaxKind.JsxSelfClosingElement) return;
  if (node.kind === SyntaxKind.JsxFragment || node.kind === SyntaxKind.ArrowFunction) return;
  node.forEachChild((child) => readStrings(child, onText));
}
