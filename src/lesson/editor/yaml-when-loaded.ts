/** YAML's grammar, which most exercises do without: it colors the text once it is loaded. */
import { Compartment, type Extension } from '@codemirror/state';
import { ViewPlugin } from '@codemirror/view';

export function yamlWhenLoaded(): Extension {
  const grammar = new Compartment();
  const loads = ViewPlugin.define((view) => {
    let destroyed = false;
    import('@codemirror/lang-yaml').then(
      ({ yaml }) => !destroyed && view.dispatch({ effects: grammar.reconfigure(yaml()) }),
      // Without colors it can be edited all the same.
      () => undefined,
    );
    return {
      destroy() {
        destroyed = true;
      },
    };
  });
  return [grammar.of([]), loads];
}
