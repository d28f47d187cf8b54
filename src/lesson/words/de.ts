/**
 * The page in German. The reader is "du". One word for one thing:
 *
 * act: Handeln · answer: Antwort · cause: Ursache · cell: Zelle · check: prüfen, Prüfung · checkpoint: Zwischenprüfung · cluster: Cluster ·
 * command: Befehl · desired, wanted: Soll · actual, is: Ist · evidence: Beleg · exercise: Aufgabe · fault: Störung · fork: Fork · gap: Lücke ·
 * hand in: abgeben · hint: Hinweis · incident: Vorfall · lesson: Lektion · link: Link · loop: Schleife · moment: Moment · panel: Panel ·
 * part: Teil · pass (of a loop): Durchlauf · prediction: Vorhersage · quiet: ruhig · report: Bericht · reset: zurücksetzen · run: ausführen,
 * laufen · session: Sitzung · stage: Stufe · store: Speicher · timeline: Zeitleiste · universe: Universum · watch: Watch · write: Schreibvorgang.
 * Pod, Node, Controller, Reconcile, Revision, Event, Seed and what kubectl prints stay.
 */
import { cells } from './de/cells.ts';
import { engine } from './de/engine.ts';
import { exercise } from './de/exercise.ts';
import { frame } from './de/frame.ts';
import { lesson } from './de/lesson.ts';
import { pane } from './de/pane.ts';
import { playground } from './de/playground.ts';
import { report } from './de/report.ts';
import { session } from './de/session.ts';
import { tabs } from './de/tabs.ts';
import { work } from './de/work.ts';
import type { WordTable } from './words.ts';

/** By the English text. */
export const de: WordTable = { ...cells, ...engine, ...exercise, ...frame, ...lesson, ...pane, ...playground, ...report, ...session, ...tabs, ...work };
