/** The judge broke, or had no room to judge in: graded again, the file may well have a verdict. */
export class NotJudged extends Error {}
