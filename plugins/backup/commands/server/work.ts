import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { CommandFailure } from '#cli/failure.ts'
import { showProgress } from '#cli/progress.ts'
import { ask, askHidden } from '#cli/prompt.ts'
import type { Core } from '#core/server/core.ts'
import { notFound } from '#core/server/errors.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import type { Backup } from '../../operations/contract.ts'
import {
  availableAmong,
  findBackup,
  getBackup,
  listBackups,
  type StoredBackup,
} from '../../operations/server/backups.ts'
import { beginOperation, readOperation, type OperationRequest } from '../../operations/server/begin.ts'
import { recoverInterrupted } from '../../operations/server/recover.ts'
import { type RunOptions, runOperation } from '../../operations/server/run.ts'
import { acceptedFile, isEncrypted, knownFile, manifestOf } from './file.ts'
import { backupEnvironment } from '../../shared/server/environment.ts'

/** A command lists them all; who makes this many has other means. */
const MAX_LISTED = 10_000

export async function everyBackup(core: Core, subdomain: string | undefined): Promise<Backup[]> {
  await recoverInterrupted(core)
  const tenantId = subdomain === undefined ? undefined : await tenantOf(core, subdomain)
  const all = await core.db.platform(systemActor, (scope) => listBackups(scope, { limit: MAX_LISTED, offset: 0 }))
  const available = await availableAmong(core, all)
  return all
    .filter((backup) => tenantId === undefined || backup.tenantId === tenantId)
    .map(({ tenantId: _, sha256: _sum, ...backup }) => ({
      ...backup,
      isAvailable: [...available].some(({ id }) => id === backup.id),
    }))
}

async function tenantOf(core: Core, subdomain: string): Promise<string> {
  const tenant = await core.tenants.bySubdomain(subdomain)
  if (!tenant) throw notFound(`The organization ${subdomain} was`)
  return tenant.id
}

/** Does it in this process, with its progress on the terminal. @throws CommandFailure with the reason */
async function perform(
  core: Core,
  request: Omit<OperationRequest, 'actor' | 'here' | 'isForeign'>,
  { file, ...how }: Omit<RunOptions, 'onProgress'> = {},
) {
  const begun = await beginOperation(core, {
    ...request,
    actor: systemActor,
    here: true,
    isForeign: file?.isForeign ?? false,
  })
  const progress = showProgress()
  const report = (step: string, done: number, total: number | undefined) =>
    // Tables go by too fast to be read.
    progress.report(step.startsWith('Saving ') ? 'Saving rows' : step, done, total)
  try {
    const ended = await runOperation(core, begun.operation.id, {
      onProgress: report,
      ...how,
      ...(file ? { file } : {}),
    })
    return { message: ended?.message ?? '', valid: ended?.valid ?? false, begun }
  } catch (error) {
    const { message } = await readOperation(core, begun.operation.id)
    throw message ? new CommandFailure(message, { cause: error }) : error
  } finally {
    progress.end()
  }
}

export interface CreateOptions {
  tenant?: string
  selfContained?: boolean
}

export async function create(
  core: Core,
  { tenant: subdomain, selfContained: isSelfContained = false }: CreateOptions = {},
): Promise<{ backup: Backup; message: string }> {
  const tenantId = subdomain === undefined ? null : await tenantOf(core, subdomain)
  const { message, begun } = await perform(core, {
    what: { create: { trigger: 'command', tenantId, isSelfContained } },
  })
  const {
    tenantId: _,
    sha256: _sum,
    ...made
  } = await core.db.platform(systemActor, (scope) => getBackup(scope, begun.backup?.id ?? ''))
  const operation = await readOperation(core, begun.operation.id)
  return { backup: { ...made, isAvailable: true, operation }, message }
}

/** A backup of the list, or a file that is on none. */
interface Source {
  name: string
  backup: StoredBackup | null
  file: string | undefined
}

/** @param isFile with `--foreign`, which is about no backup of the list */
async function sourceOf(core: Core, name: string, isFile = false): Promise<Source> {
  const backup = isFile ? undefined : await core.db.platform(systemActor, (scope) => findBackup(scope, name))
  if (backup) {
    if (backup.status !== 'completed') throw new CommandFailure(`${backup.name} is not complete`)
    return { name: backup.name, backup, file: undefined }
  }
  const isThere = await stat(name).then(
    (found) => found.isFile(),
    () => false,
  )
  if (!isThere) throw new CommandFailure(`There is ${isFile ? 'no' : 'neither a backup nor a'} file called ${name}`)
  return { name: basename(name), backup: null, file: name }
}

async function passphraseFor(core: Core, { backup, file }: Source): Promise<string | undefined> {
  const encrypted = backup ? backup.isEncrypted : await isEncrypted(file as string)
  if (!encrypted || core.env.of(backupEnvironment).passphrase) return undefined
  if (!process.stdin.isTTY) throw new CommandFailure('The archive is encrypted: set BACKUP_PASSPHRASE')
  return askHidden('Passphrase of the archive: ')
}

const requestFor = async (core: Core, kind: 'verify' | 'restore', source: Source) => {
  const passphrase = await passphraseFor(core, source)
  return { what: { kind, backup: source.backup }, ...(passphrase ? { passphrase } : {}) }
}

export async function verify(
  core: Core,
  name: string,
  { quick: isQuick = false }: { quick?: boolean } = {},
): Promise<{ name: string; valid: boolean; message: string }> {
  const source = await sourceOf(core, name)
  const request = await requestFor(core, 'verify', source)
  const file = source.file === undefined ? undefined : await knownFile(core, source.file, request.passphrase)
  const { valid, message } = await perform(core, request, { ...(file && { file }), isQuick })
  return { name: source.name, valid, message }
}

export interface RestoreOptions {
  tenant?: string
  as?: string
  yes?: string
  foreign?: boolean
  withoutMissingFiles?: boolean
  incomplete?: boolean
  withoutAdmin?: boolean
}

export async function restore(core: Core, name: string, options: RestoreOptions) {
  const source = await sourceOf(core, name, options.foreign)
  const request = await requestFor(core, 'restore', source)
  if (options.tenant) await refuseOther(core, source, options.tenant, request.passphrase)
  const { file: path } = source
  const file =
    path === undefined
      ? undefined
      : options.foreign
        ? { path, expected: {}, isForeign: true }
        : await acceptedFile(core, path, request.passphrase)
  await confirm(source, name, options.yes)
  const { message } = await perform(
    core,
    { ...request, subdomain: options.as },
    {
      ...(file && { file }),
      withoutMissingFiles: options.withoutMissingFiles ?? false,
      isIncomplete: options.incomplete ?? false,
      withoutAdmin: options.withoutAdmin ?? false,
    },
  )
  return { name: source.name, message }
}

/** @param called as it was called, which is as good as its name */
async function confirm({ name }: Source, called: string, typed: string | undefined): Promise<void> {
  if (typed === undefined && !process.stdin.isTTY) {
    throw new CommandFailure(`A restore replaces what is there. To mean it: --yes ${name}`)
  }
  const answer = typed ?? (await ask(`This replaces what is there. To restore it, type ${name}: `))
  if (![name, called].includes(answer.trim())) {
    throw new CommandFailure(`That is not its name, and nothing was restored. To mean it: --yes ${name}`)
  }
}

async function refuseOther(core: Core, source: Source, subdomain: string, passphrase: string | undefined) {
  const { backup, file } = source
  const isOther = new CommandFailure(`${source.name} is not of the organization ${subdomain}`)
  if (backup) {
    if (backup.tenantId !== (await tenantOf(core, subdomain))) throw isOther
    return
  }
  const { scope } = await manifestOf(core, file as string, passphrase)
  if (scope.kind !== 'organization' || scope.subdomain !== subdomain) throw isOther
}
