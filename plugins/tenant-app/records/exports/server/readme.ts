import { sizeText } from '#core/contract/sizes.ts'
import { countText, longDate } from '#core/server/texts.ts'
import type { Manifest } from './manifest.ts'

const healthLabels = {
  true: `Health data, emergency contacts and restrictions are in it, as JSON. Store it where only you can read it, and delete it when it is not needed any more.`,
  false: `Health data, emergency contacts and restrictions are not in it: its maker did not ask for them. The manifest names the tables.`,
}

/** Writes the introduction of an archive. */
export function writeReadme({
  organization,
  platformName,
  readAt,
  includesHealth,
}: Pick<Manifest, 'organization' | 'readAt' | 'includesHealth'> & { platformName: string }): string {
  return `All data of ${organization.name}
as ${platformName} had it on ${longDate(readAt, organization.timeZone)}
${'='.repeat(60)}

What is in here

  tables/…/*.csv   Each kind of thing as a table, for a spreadsheet. A text that a spreadsheet would
                   take for a formula begins with an apostrophe.
  tables/…/*.json  The same for programs, with everything that is kept of each thing.
  shared/*.json    What belongs to ${platformName} and your data refers to, such as your plan and the
                   projects of its catalogue, so that ids in your tables have a name.
  files/           Pictures and documents by their names, in a folder for each kind.
  manifest.json    Every file in here with its size and its checksum (SHA-256), how many rows each
                   table has, and what was left out and why.

How it hangs together

  Every row has an id. A column that ends in _id names the row of another table: student_id the row in
  tables/students. Times are in UTC. Your own time zone is ${organization.timeZone}.

What is not in here

  Passwords, sign-in keys, and the tokens of links: they are never given out.
  The seals of the audit log, with which ${platformName} proves that it was not changed.
  ${healthLabels[`${includesHealth}`].replaceAll('\n', '\n  ')}

These are data of children and their families. Treat the file as you treat the children's papers.
`
}

/** Summarizes an archive in a sentence. */
export const summarizeArchive = ({ rows, files, size }: { rows: number; files: number; size: number }) =>
  `${countText(rows, 'row')} and ${countText(files, 'file')}, ${sizeText(size, 'en')}`
