/** Incidents are made when the first one begins: in the page their module comes in a piece, with `converge`. */
import { createIncidents, type IncidentParts, type Incidents } from './incidents.ts';

export function laterIncidents(parts: IncidentParts): Incidents {
  let made: Incidents | undefined;
  const incidents = (): Incidents => (made ??= createIncidents(parts));
  return {
    begin: (name) => incidents().begin(name),
    beginWith: (fault) => incidents().beginWith(fault),
    end: () => incidents().end(),
    inspect: (ask) => incidents().inspect(ask),
  };
}
