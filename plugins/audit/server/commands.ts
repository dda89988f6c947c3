import { countText } from '#core/server/texts.ts'
import { type Command, InvalidArgumentError } from 'commander'
import type { CommandRunner } from '#core/server/plugin.ts'
import { JSON_FLAG, type OutputOptions, print } from '#cli/output.ts'
import { showProgress } from '#cli/progress.ts'
import { auditRetentionDays, minAuditRetentionDays } from '../contract.ts'
import type { Eraser } from './erasers.ts'
import { MAX_FINDINGS } from './findings.ts'
import { pruneActs, type Pruned } from './retention.ts'
import { type OtherKey, type Verification, verifyTrail } from './verification.ts'

interface VerifyCommand extends OutputOptions {
  head?: { number: number; digest: string }
}

interface PruneCommand extends OutputOptions {
  olderThan: number
  dryRun?: boolean
}

/** `audit verify` and `audit prune`. */
export function addCommands(cli: Command, run: CommandRunner): void {
  const audit = cli.command('audit').description('what is recorded of everything that happens')
  audit
    .command('verify')
    .description('find entries that were changed, removed or added by hand')
    .option('--head <number:digest>', 'a seal that was noted earlier, which must still be there', parseHead)
    .option(...JSON_FLAG)
    .addHelpText('after', '\nChanges nothing. Ends with 1 when something is found. --json tells the head to be noted.')
    .action(({ head, ...options }: VerifyCommand) =>
      run(async (core) => {
        const progress = showProgress()
        const found = await verifyTrail(core, {
          head,
          onProgress: (entries, total) => progress.report('Verifying', entries, total),
        })
        progress.end()
        print(options, found, verificationLines)
        if (!found.intact) process.exitCode = 1
      }),
    )
  audit
    .command('prune')
    .description('drop whole months of old entries; once a day that happens by itself')
    .option('--older-than <days>', 'days that are kept', parseDays, auditRetentionDays)
    .option('--dry-run', 'only tell what would be dropped')
    .option(...JSON_FLAG)
    .action((options: PruneCommand) =>
      run(async (core) => {
        const { olderThan: olderThanDays, dryRun = false } = options
        print(options, { dryRun, ...(await pruneActs(core, { olderThanDays, dryRun })) }, (pruned) =>
          pruneLines(pruned, dryRun),
        )
      }),
    )
}

function parseHead(text: string): { number: number; digest: string } {
  const [, number, digest] = /^(\d{1,15}):([0-9a-f]{16,64})$/.exec(text) ?? []
  if (!number || !digest)
    throw new InvalidArgumentError('It looks like 123:0a1b2c… and comes from `audit verify --json`.')
  return { number: Number(number), digest }
}

function parseDays(text: string): number {
  const days = Number(text)
  if (!Number.isInteger(days) || days < minAuditRetentionDays || days > 36_500) {
    throw new InvalidArgumentError(`Use a whole number of days, at least ${minAuditRetentionDays}.`)
  }
  return days
}

function verificationLines(found: Verification): string[] {
  const { intact, entries, seals, sealedSince, unsealed, erased, erasedBy, prunedBefore, otherKeys, findings } = found
  // A date after the platform's creation means that the chain of seals was restarted.
  const since = sealedSince ? ` since ${sealedSince.slice(0, 10)}` : ''
  const lines = intact
    ? [
        `Verified ${countText(entries, 'entry', 'entries')} under ${countText(seals, 'seal')}${since}: nothing was changed or removed.`,
      ]
    : [
        `The audit log is not what was recorded. ${findings.length === MAX_FINDINGS ? 'The first findings' : 'Findings'}:`,
        ...findings.map(({ problem }) => `  ${problem}`),
      ]
  if (unsealed > 0) {
    lines.push(
      `${countText(unsealed, 'entry is', 'entries are')} younger than the last seal: changes of them are found, removals are not.`,
    )
  }
  if (erased > 0) {
    lines.push(
      `In ${countText(erased, 'entry', 'entries')} texts were erased at a person’s request; the rest of ${erased === 1 ? 'it' : 'them'} is what was recorded.`,
      ...erasedBy.map(erasedLine),
    )
    const known = erasedBy.reduce((sum, { entries: ofAct }) => sum + ofAct, 0)
    if (known < erased) {
      lines.push(
        `  Of ${countText(erased - known, 'entry', 'entries')} the log does not say who erased texts: the act was pruned, or it was recorded by a version that counted none.`,
      )
    }
  }
  if (prunedBefore) lines.push(`What happened before ${prunedBefore.slice(0, 10)} was pruned.`)
  return [...lines, ...otherKeys.map(byOtherKey)]
}

const erasedLine = ({ userId, name, acts, entries }: Eraser) =>
  `  ${name ?? (userId === null ? 'The platform' : `User ${userId}, who was erased since,`)} erased ${countText(acts, 'time')}: texts in ${countText(entries, 'entry', 'entries')}.`

const byOtherKey = ({ first, last }: OtherKey) =>
  `${first === last ? `Seal ${first} was` : `Seals ${first} to ${last} were`} made with another SESSION_KEY. They fit their entries and each other; ` +
  'only that key shows whether all of them were rewritten. If it was never changed, they were.'

function pruneLines({ months, entries, before }: Pruned, dryRun: boolean): string[] {
  if (months.length === 0) return [`Nothing to drop: no month ends before ${before.slice(0, 10)}.`]
  const what = `${countText(entries, 'entry', 'entries')} of ${countText(months.length, 'month')}, from before ${before.slice(0, 10)}`
  return [dryRun ? `Would drop ${what}.` : `Dropped ${what}.`]
}
