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

/** Attributes whose text people read or hear. */
const SPOKEN = [
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
/** `cookingLane`: the key of a message, handed to a component of ours that looks it up. */
const KEY = /^[a-z]+(?:[A-Z][a-z]+)+$/;
const COMPARES = [
  SyntaxKind.EqualsEqualsEqualsToken,
  SyntaxKind.ExclamationEqualsEqualsToken,
  SyntaxKind.EqualsEqualsToken,
  SyntaxKind.ExclamationEqualsToken,
  SyntaxKind.InKeyword,
];

/** Found words by file and line, and how much was scanned, because an empty scan proves nothing. */
export type Scan = { files: string[]; elements: number; words: string[] };

/**
 * Words that are written into JSX in place of a catalogue: text between tags, attributes that are read out, and strings
 * inside braces there. `project` holds the tsconfig.json; `isMeant` chooses files by their path below it.
 */
export function scanForWords(project: string, isMeant: (file: string) => boolean): Scan {
  const api = new API({ cwd: project });
  try {
    const config = path.join(project, 'tsconfig.json');
    const program = api.updateSnapshot({ openProjects: [config] }).getProject(config)?.program;
    if (!program) throw new Error(`${config} is no project`);
    const scan: Scan = { files: [], elements: 0, words: [] };
    for (const file of program.getSourceFileNames()) {
      const name = path.relative(project, file).replaceAll(path.sep, '/');
      const source = isMeant(name) ? program.getSourceFile(file) : undefined;
      if (!source) continue;
      scan.files.push(name);
      const found = (node: Node, text: string) => {
        if (!/\p{L}{2}/u.test(text) || KEY.test(text)) return;
        const line = source.text.slice(0, node.end).split('\n').length;
        scan.words.push(`${name}:${line} ${text.trim()}`);
      };
      lookAt(source, scan, found);
    }
    return scan;
  } finally {
    api.close();
  }
}

type Found = (node: Node, text: string) => void;

function lookAt(node: Node, scan: Scan, found: Found): void {
  if (node.kind === SyntaxKind.JsxOpeningElement || node.kind === SyntaxKind.JsxSelfClosingElement) scan.elements += 1;
  if (isJsxText(node)) found(node, node.text);
  if (isJsxAttribute(node)) {
    if (SPOKEN.includes(node.name.getText()) && node.initializer) readStrings(node.initializer, found);
    // What stands in the braces of an attribute is no text, but may hold elements.
    node.initializer?.forEachChild((child) => lookAt(child, scan, found));
    return;
  }
  if (isJsxExpression(node)) readStrings(node, found);
  node.forEachChild((child) => lookAt(child, scan, found));
}

/** Strings that an expression may become; keys handed to a function, compared with or looked up are none. */
function readStrings(node: Node, found: Found): void {
  if (isCallExpression(node) || isElementAccessExpression(node)) return;
  if (isBinaryExpression(node) && COMPARES.includes(node.operatorToken.kind)) return;
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) found(node, node.text);
  if (isTemplateExpression(node)) {
    found(node.head, node.head.text);
    for (const span of node.templateSpans) found(span.literal, span.literal.text);
  }
  // Elements inside are looked at by themselves.
  if (node.kind === SyntaxKind.JsxElement || node.kind === SyntaxKind.JsxSelfClosingElement) return;
  if (node.kind === SyntaxKind.JsxFragment || node.kind === SyntaxKind.ArrowFunction) return;
  node.forEachChild((child) => readStrings(child, found));
}
