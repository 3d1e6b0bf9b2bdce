import type { CallExpression, Node } from 'typescript/unstable/ast';
import { isCallExpression } from 'typescript/unstable/ast/is';
import { API, type Checker, type Type } from 'typescript/unstable/sync';

/** The keys that a project's files ask their catalogues for, and how much was looked at. */
type UsedKeys = {
  files: string[];
  keys: Set<string>;
  /** Calls whose key could be any text: they cannot be checked. */
  unclear: string[];
};

/**
 * Every key that is used below `project` (the folder of a tsconfig.json), by the types of the calls: a key that is
 * put together from parts counts as each of those that it may become. `isMeant` chooses files by their path below it.
 */
export function usedKeys(project: string, isMeant: (file: string) => boolean): UsedKeys {
  const api = new API({ cwd: project });
  try {
    const config = `${project}/tsconfig.json`;
    const opened = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!opened) throw new Error(`${config} is no project`);
    const { program, checker } = opened;
    const used: UsedKeys = { files: [], keys: new Set(), unclear: [] };
    for (const file of program.getSourceFileNames()) {
      const name = file.startsWith(`${project}/`) ? file.slice(project.length + 1) : '';
      const source = isMeant(name) ? program.getSourceFile(file) : undefined;
      if (!source) continue;
      used.files.push(name);
      const lookAt = (node: Node) => {
        if (isCallExpression(node)) readCall(node, name, checker, used);
        node.forEachChild(lookAt);
      };
      lookAt(source);
    }
    return used;
  } finally {
    api.close();
  }
}

function readCall(call: CallExpression, file: string, checker: Checker, used: UsedKeys): void {
  const [key] = call.arguments;
  const type = checker.getTypeAtLocation(call.expression);
  if (!key || type?.getAliasSymbol()?.name !== 'Translator') return;
  const [, namespace] = type.getAliasTypeArguments();
  const path = namespace?.isStringLiteralType() ? `${namespace.value}.` : '';
  for (const name of namesIn(checker.getTypeAtLocation(key))) {
    if (name === null) used.unclear.push(`${file} ${key.getText()}`);
    else used.keys.add(path + name);
  }
}

/** The texts that a type allows; null among them where it allows any. */
function namesIn(type: Type | undefined): (string | null)[] {
  if (type?.isStringLiteralType()) return [type.value];
  return type?.isUnionType() ? type.getTypes().flatMap(namesIn) : [null];
}
