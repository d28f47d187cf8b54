/** From what users type (`po`, `Deployment`, `deployments.v1.apps`) to resources. */
import { CliError } from '../errors.ts';
import type { Api } from '../http/api.ts';
import { discover, type Resource } from '../http/discovery.ts';

export interface Mapper {
  /** The resource a word names; rejects with `the server doesn't have a resource type "x"`. */
  resource(word: string): Promise<Resource>;
  /** The resources of a category (`all`); undefined when there is no such category. */
  category(word: string): Promise<readonly Resource[] | undefined>;
  /** By apiVersion and kind; undefined when the server has none. */
  kind(apiVersion: string, kind: string): Promise<Resource | undefined>;
  all(fresh?: boolean): Promise<readonly Resource[]>;
}

/** A mapper over the server's discovery; an unknown name asks the server once more. */
export function createMapper(api: Api, server: object): Mapper {
  const all = (fresh = false): Promise<readonly Resource[]> => discover(api, server, fresh);

  async function search<T>(find: (resources: readonly Resource[]) => T | undefined): Promise<T | undefined> {
    return find(await all()) ?? find(await all(true));
  }

  return {
    all,
    async resource(word) {
      const found = await search((resources) => match(resources, word));
      if (found === undefined) throw new CliError(`the server doesn't have a resource type "${word.split('.')[0]}"`);
      return found;
    },
    async category(word) {
      const members = (await all()).filter((each) => each.categories.includes(word) && each.verbs.includes('list'));
      return members.length === 0 ? undefined : preferred(members);
    },
    kind: (apiVersion, kind) =>
      search((resources) =>
        resources.find(
          (each) => each.kind === kind && apiVersion === (each.group ? `${each.group}/${each.version}` : each.version),
        ),
      ),
  };
}

/** One entry a group and resource: that of the version the server prefers. */
export function preferred(resources: readonly Resource[]): readonly Resource[] {
  const seen = new Set<string>();
  return resources.filter((each) => {
    const name = `${each.plural}.${each.group}`;
    return seen.has(name) ? false : seen.add(name) !== undefined;
  });
}

function match(resources: readonly Resource[], given: string): Resource | undefined {
  const word = given.toLowerCase();
  const dot = word.indexOf('.');
  const name = dot < 0 ? word : word.slice(0, dot);
  const rest = dot < 0 ? '' : word.slice(dot + 1);
  const dot2 = rest.indexOf('.');
  const named = (test: (each: Resource) => boolean): Resource | undefined =>
    resources.find((each) => test(each) && (each.plural === name || each.singular === name)) ??
    resources.find((each) => test(each) && each.shortNames.includes(name)) ??
    resources.find((each) => test(each) && each.kind.toLowerCase() === name);
  if (dot < 0) return named(() => true);
  const version = dot2 < 0 ? rest : rest.slice(0, dot2);
  const group = dot2 < 0 ? '' : rest.slice(dot2 + 1);
  return (
    named((each) => each.version === version && each.group === group) ??
    named((each) => each.group === rest) ??
    named((each) => each.group !== '' && each.group.startsWith(rest))
  );
}
