import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Core } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import type { FrappeClient } from './client.ts'
import { FrappeError } from './failure.ts'

/** A document as it is to be on the site. */
export interface Wanted {
  /** Id of the source here. */
  subject: string
  type: string
  body: object
  /** Values by which it is found where its name was never written down. */
  natural: Readonly<Record<string, unknown>>
  /** One that is there is used as it is, whoever has made it. */
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

/** Times that something is posted of which nobody hears. */
const MAX_POST_TRIES = 3

/** Notes fields that are set after the document was made. */
const getAspect = (type: string) => `${type} fields`

const toNames = (documents: readonly { name: string }[]) => new Set(documents.map(({ name }) => name))

const hashBody = (body: object) => createHash('sha256').update(JSON.stringify(body)).digest('hex')

/**
 * Brings documents of a site in line with what they are made of, each once however often it is asked for: their names
 * are written down here before anything else is done, and where that was missed they are looked for on the site.
 */
export class Keeper {
  readonly #core: Core
  readonly client: FrappeClient
  readonly #site: string
  /** Says what would happen, and changes nothing. */
  readonly isDryRun: boolean
  /** The account of the key, whose documents are ours. */
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

  /** @returns its name; empty in a dry run where it is not there yet */
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
    // Once a list of the site was read, what is made after that is added to it.
    const names = await this.#there.get(type)
    names?.add(name)
    return name
  }

  /** Tells whether the site still has a document: one may be deleted there. Names are read once for each run. */
  async isThere(type: string, name: string): Promise<boolean> {
    const read = this.#there.get(type) ?? this.client.list(type, ['name']).then(toNames)
    this.#there.set(type, read)
    try {
      return (await read).has(name)
    } catch (error) {
      // Another try asks the site again.
      this.#there.delete(type)
      throw error
    }
  }

  /** Updates the document where the site has it, or makes it. @param known its name as it was written down */
  async #brought(wanted: Wanted, { known, isGone }: { known: string; isGone: boolean }): Promise<string> {
    if (known === '') return this.#made(wanted)
    const updated = isGone ? undefined : await this.#updated(wanted, known)
    return updated ?? this.#remade(wanted)
  }

  /** Makes a document anew that was deleted on the site. */
  async #remade(wanted: Wanted): Promise<string> {
    const { created } = this.#did
    const name = await this.#made(wanted)
    // The course that it belongs to is not new by this.
    this.#did.updated += this.#did.created - created
    this.#did.created = created
    // Another one may have the same name, and has none of the fields that were set.
    const aspect = { subject: wanted.subject, type: getAspect(wanted.type) }
    if (await this.note(aspect.subject, aspect.type)) await this.write({ ...aspect, name: null, hash: null })
    return name
  }

  /** Sets fields of a document that is there, where they are others than those that were set last. */
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

  /** undefined where it is gone. */
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
    // From now on it may be there although nobody knows its name.
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

  /** The name of one that is there and stands for nothing else of ours. */
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
