import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Core } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import type { FrappeClient } from './client.ts'
import { FrappeError } from './failure.ts'

/** Document as it should be on the site. */
export interface Wanted {
  /** Id of its source on this platform. */
  subject: string
  type: string
  body: object
  /** Values that identify it if its name was never stored. */
  natural: Readonly<Record<string, unknown>>
  /** Uses an existing document as it is, whichever account has created it. */
  isShared?: true
}

const known = z.object({ name: z.string().nullable(), hash: z.string().nullable() })

const selectDocument = statement(
  known,
  `select name, hash from lms_frappe_documents where site = $site and subject = $subject and type = $type`,
)
const upsertDocument = statement(
  `insert into lms_frappe_documents (site, subject, type, name, hash, user_id)
    values ($site, $subject, $type, $name, $hash, $userId)
    on conflict (site, subject, type) do update set name = excluded.name, hash = excluded.hash`,
)
const selectTakenNames = statement(
  z.object({ name: z.string() }),
  `select name from lms_frappe_documents
    where site = $site and type = $type and name = any($names) and subject <> $subject`,
)

/** Maximum POSTs of a document without a response. */
const MAX_POST_TRIES = 3

/** Names the record of fields that are set after a document is created. */
const getAspect = (type: string) => `${type} fields`

const toNames = (documents: readonly { name: string }[]) => new Set(documents.map(({ name }) => name))

const hashBody = (body: object) => createHash('sha256').update(JSON.stringify(body)).digest('hex')

/**
 * Creates and updates documents of a site from their sources, each once however often it is called: their names are stored here
 * before anything else, and if that failed they are searched on the site.
 */
export class Keeper {
  readonly #core: Core
  readonly client: FrappeClient
  readonly #site: string
  /** True for a preview that changes nothing. */
  readonly isDryRun: boolean
  /** Account of the key, which owns this platform's documents. */
  readonly account: string
  /** Counts since `begin`. */
  #did = { created: 0, updated: 0 }
  /** Names of the site's documents by their type. */
  readonly #there = new Map<string, Promise<Set<string>>>()

  constructor(core: Core, client: FrappeClient, options: { site: string; account: string; isDryRun: boolean }) {
    this.#core = core
    this.client = client
    this.#site = options.site
    this.account = options.account
    this.isDryRun = options.isDryRun
  }

  begin(): void {
    this.#did = { created: 0, updated: 0 }
  }

  /** Counts of created and updated documents since `begin`. */
  get did(): Readonly<{ created: number; updated: number }> {
    return this.#did
  }

  /** Creates or updates a document. @returns its name; empty in a dry run if it does not exist yet */
  async keep(wanted: Wanted): Promise<string> {
    const { subject, type, body } = wanted
    const hash = hashBody(body)
    const before = await this.note(subject, type)
    const known = before?.name ?? ''
    const isSame = known !== '' && before?.hash === hash
    if (isSame && (await this.isThere(type, known))) return known
    if (this.isDryRun) {
      this.#did[known ? 'updated' : 'created']++
      return known
    }
    const name = await this.#brought(wanted, { known, isGone: isSame })
    await this.write({ subject, type, name, hash })
    // Adds later documents to a list of the site that was already read.
    const names = await this.#there.get(type)
    names?.add(name)
    return name
  }

  /** Checks if the site still has a document, which may have been deleted there. Names are read once per run. */
  async isThere(type: string, name: string): Promise<boolean> {
    const read = this.#there.get(type) ?? this.client.list(type, ['name']).then(toNames)
    this.#there.set(type, read)
    try {
      return (await read).has(name)
    } catch (error) {
      // A retry asks the site again.
      this.#there.delete(type)
      throw error
    }
  }

  /** Updates the document if the site has it, or creates it. @param known its stored name */
  async #brought(wanted: Wanted, { known, isGone }: { known: string; isGone: boolean }): Promise<string> {
    if (known === '') return this.#made(wanted)
    const updated = isGone ? undefined : await this.#updated(wanted, known)
    return updated ?? this.#remade(wanted)
  }

  /** Recreates a document that was deleted on the site. */
  async #remade(wanted: Wanted): Promise<string> {
    const { created } = this.#did
    const name = await this.#made(wanted)
    // Recreating a part does not make its course new.
    this.#did.updated += this.#did.created - created
    this.#did.created = created
    // The recreated document may have the same name, and lacks the fields that were set.
    const aspect = { subject: wanted.subject, type: getAspect(wanted.type) }
    if (await this.note(aspect.subject, aspect.type)) await this.write({ ...aspect, name: null, hash: null })
    return name
  }

  /** Sets fields of an existing document, if they differ from the ones set last. */
  async set(subject: string, type: string, name: string, body: object): Promise<void> {
    const aspect = getAspect(type)
    const hash = hashBody(body)
    const before = await this.note(subject, aspect)
    if (before?.name === name && before.hash === hash) return
    if (this.isDryRun) return
    await this.client.update(type, name, body)
    await this.write({ subject, type: aspect, name, hash })
  }

  async note(subject: string, type: string): Promise<z.infer<typeof known> | undefined> {
    const [found] = await this.#core.db.platform(systemActor, (scope) =>
      scope.rows(selectDocument, { site: this.#site, subject, type }),
    )
    return found
  }

  async write(note: {
    subject: string
    type: string
    name: string | null
    hash: string | null
    userId?: string
  }): Promise<void> {
    await this.#core.db.platform(systemActor, (scope) =>
      scope.rows(upsertDocument, { site: this.#site, userId: null, ...note }),
    )
  }

  /** Updates a document; undefined if it is gone. */
  async #updated({ type, body }: Wanted, name: string): Promise<string | undefined> {
    try {
      await this.client.update(type, name, body)
      this.#did.updated++
      return name
    } catch (error) {
      if (error instanceof FrappeError && error.kind === 'not-found') return undefined
      throw error
    }
  }

  async #made(wanted: Wanted): Promise<string> {
    const { subject, type, body, isShared } = wanted
    // From now on it may exist without its name being stored.
    await this.write({ subject, type, name: null, hash: null })
    const found = await this.#found(wanted)
    if (found !== undefined) {
      if (!isShared) await this.client.update(type, found, body)
      this.#did.updated++
      return found
    }
    for (let attempt = 1; ; attempt++) {
      try {
        const { name } = await this.client.create(type, body)
        this.#did.created++
        return name
      } catch (error) {
        if (!(error instanceof FrappeError)) throw error
        const mayBeThere = error.kind === 'unanswered' || error.kind === 'duplicate'
        const name = mayBeThere ? await this.#found(wanted) : undefined
        if (name !== undefined) {
          this.#did.created++
          return name
        }
        if (error.kind !== 'unanswered' || attempt >= MAX_POST_TRIES) throw error
      }
    }
  }

  /** Finds the name of an existing document that belongs to no other source. */
  async #found({ subject, type, natural, isShared }: Wanted): Promise<string | undefined> {
    const filters = isShared ? natural : { ...natural, owner: this.account }
    const names = (await this.client.list(type, ['name'], filters)).map(({ name }) => name)
    if (names.length === 0) return undefined
    const taken = await this.#core.db.platform(systemActor, (scope) =>
      scope.rows(selectTakenNames, { site: this.#site, type, names, subject: isShared ? '' : subject }),
    )
    const others = new Set(isShared ? [] : taken.map(({ name }) => name))
    return names.find((name) => !others.has(name))
  }
}
