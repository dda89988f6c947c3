export type StoredDocument = Record<string, unknown>

/** Unsuccessful response. */
export class Refusal extends Error {
  readonly status: number
  readonly exception: string

  constructor(status: number, exception: string, message: string) {
    super(message)
    this.status = status
    this.exception = exception
  }
}

interface DocumentType {
  fields: readonly string[]
  required?: readonly string[]
  /** Fields that name a document of another type. */
  links?: Readonly<Record<string, string>>
  /** Names a new document; a `name` in the request is ignored. */
  nameOf: (document: StoredDocument, taken: (name: string) => boolean, counter: number) => string
}

const newSlug: DocumentType['nameOf'] = ({ title }, taken) => {
  const base = String(title)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  let name = base
  for (let number = 2; taken(name); number++) name = `${base}-${number}`
  return name
}
const newNumberedName: DocumentType['nameOf'] = ({ title }, _taken, counter) =>
  `${String(counter).padStart(4, '0')} ${String(title)}`
const newHash: DocumentType['nameOf'] = (_document, _taken, counter) => `h${counter.toString(16).padStart(9, '0')}`
const getOwnName =
  (field: string): DocumentType['nameOf'] =>
  (document, taken) => {
    const own = field === 'email' ? String(document[field]).toLowerCase() : String(document[field])
    if (taken(own)) throw new Refusal(409, 'DuplicateEntryError', `${own} already exists`)
    return own
  }

const types: Record<string, DocumentType> = {
  'LMS Course': {
    fields: [
      'title',
      'short_introduction',
      'description',
      'instructors',
      'published',
      'tags',
      'category',
      'chapters',
      'notification_sent',
    ],
    required: ['title', 'short_introduction', 'description', 'instructors'],
    links: { category: 'LMS Category' },
    nameOf: newSlug,
  },
  'LMS Category': { fields: ['category'], required: ['category'], nameOf: getOwnName('category') },
  'Course Chapter': {
    fields: ['title', 'course', 'lessons'],
    required: ['title', 'course'],
    links: { course: 'LMS Course' },
    nameOf: newNumberedName,
  },
  'Course Lesson': {
    fields: ['title', 'chapter', 'course', 'content', 'include_in_preview'],
    required: ['title', 'chapter'],
    links: { chapter: 'Course Chapter' },
    nameOf: newNumberedName,
  },
  'LMS Quiz': {
    fields: ['title', 'passing_percentage', 'questions', 'max_attempts', 'show_answers'],
    required: ['title', 'passing_percentage'],
    nameOf: newSlug,
  },
  'LMS Question': {
    fields: [
      'question',
      'type',
      ...Array.from({ length: 10 }, (_, index) => [`option_${index + 1}`, `is_correct_${index + 1}`]).flat(),
    ],
    required: ['question', 'type'],
    nameOf: (_document, _taken, counter) => `QTS-2026-${String(counter).padStart(5, '0')}`,
  },
  'LMS Assignment': {
    fields: ['title', 'question', 'type'],
    required: ['title', 'question', 'type'],
    nameOf: newSlug,
  },
  'LMS Program': {
    fields: ['title', 'enforce_course_order', 'program_courses'],
    required: ['title'],
    nameOf: getOwnName('title'),
  },
  'LMS Enrollment': {
    fields: ['course', 'member', 'progress'],
    required: ['course', 'member'],
    links: { course: 'LMS Course', member: 'User' },
    nameOf: newHash,
  },
  User: {
    fields: ['email', 'first_name', 'last_name', 'enabled', 'send_welcome_email', 'roles'],
    required: ['email', 'first_name'],
    nameOf: getOwnName('email'),
  },
}

/** Maximum new users that a site accepts within an hour. */
const MAX_NEW_USERS = 60
const MAX_COLUMN_BYTES = 65_535

/** Documents of a site, by type and name. */
export class DocumentStore {
  readonly #account: string
  readonly #mails: string[]
  readonly #all = new Map<string, Map<string, StoredDocument>>()
  #counter = 0
  /** Number of new users within this hour. */
  #newUsers = 0

  constructor(account: string, mails: string[]) {
    this.#account = account
    this.#mails = mails
    this.#of('User').set(account, {
      name: account,
      email: account,
      first_name: 'Integration',
      enabled: 1,
      owner: account,
    })
  }

  copy(): DocumentStore {
    const copied = new DocumentStore(this.#account, [])
    for (const [type, documents] of this.#all) copied.#all.set(type, new Map(structuredClone([...documents])))
    return copied
  }

  anHourLater(): void {
    this.#newUsers = 0
  }

  /** Lists documents by name. */
  all(type: string): StoredDocument[] {
    return [...this.#of(type).values()].toSorted((a, b) => String(a.name).localeCompare(String(b.name)))
  }

  /** Creates a document as a user of the site would. */
  byHand(type: string, document: StoredDocument): StoredDocument {
    return this.create(type, document, 'somebody@example.org')
  }

  list(type: string, query: URLSearchParams): StoredDocument[] {
    const fields = JSON.parse(query.get('fields') ?? '["name"]') as string[]
    const filters = Object.entries(JSON.parse(query.get('filters') ?? '{}') as StoredDocument)
    const start = Number(query.get('limit_start') ?? 0)
    const length = Number(query.get('limit_page_length') ?? 20)
    return this.all(type)
      .filter((document) => filters.every(([field, wanted]) => matchesFilter(document[field], wanted)))
      .slice(start, start + length)
      .map((document) => withoutNulls(Object.fromEntries(fields.map((field) => [field, document[field]]))))
  }

  get(type: string, name: string): StoredDocument {
    return withoutNulls(this.#found(type, name))
  }

  create(type: string, sent: StoredDocument, owner = this.#account): StoredDocument {
    const { fields, required = [], nameOf } = typeOf(type)
    const document: StoredDocument = Object.fromEntries(fields.map((field) => [field, sent[field] ?? null]))
    for (const field of required) {
      if (isMissing(document[field])) throw new Refusal(417, 'MandatoryError', `${type}: ${field} is required`)
    }
    this.#check(type, document)
    if (type === 'LMS Enrollment') this.#refuseSecond(document)
    const name = nameOf(document, (taken) => this.#of(type).has(taken), ++this.#counter)
    if (type === 'User') this.#welcome(document)
    const kept = { ...document, name, owner, ...(type === 'User' && { email: name }) }
    this.#of(type).set(name, kept)
    this.#tellOfCourse(type, kept, undefined)
    return withoutNulls(kept)
  }

  update(type: string, name: string, sent: StoredDocument): StoredDocument {
    const before = this.#found(type, name)
    const changes = Object.fromEntries(
      typeOf(type).fields.flatMap((field) => (field in sent ? [[field, sent[field]]] : [])),
    )
    const after = { ...before, ...changes }
    this.#check(type, after)
    this.#of(type).set(name, after)
    this.#tellOfCourse(type, after, before)
    return withoutNulls(after)
  }

  remove(type: string, name: string): void {
    this.#found(type, name)
    this.#of(type).delete(name)
  }

  setRole(user: string, role: string, isSet: boolean): void {
    const found = this.#found('User', user)
    const others = ((found.roles ?? []) as StoredDocument[]).filter((one) => one.role !== role)
    this.#of('User').set(user, { ...found, roles: isSet ? [...others, { role }] : others })
  }

  #of(type: string): Map<string, StoredDocument> {
    typeOf(type)
    const documents = this.#all.get(type) ?? new Map<string, StoredDocument>()
    this.#all.set(type, documents)
    return documents
  }

  #found(type: string, name: string): StoredDocument {
    const found = this.#of(type).get(name)
    if (!found) throw new Refusal(404, 'DoesNotExistError', `${type} ${name} not found`)
    return found
  }

  #check(type: string, document: StoredDocument): void {
    const title = toText(document.title ?? '')
    if (title.length > 140) throw new Refusal(417, 'CharacterLengthExceededError', 'Value too big')
    const isNumbered = type === 'Course Chapter' || type === 'Course Lesson'
    if (isNumbered && /[<>]/.test(title)) throw new Refusal(417, 'NameError', 'Name cannot contain < or >')
    if (isNumbered && title.length > 134) throw new Refusal(417, 'DataError', 'Name is too long')
    if (Buffer.byteLength(toText(document.content ?? '')) > MAX_COLUMN_BYTES) {
      throw new Refusal(417, 'DataError', 'Data too long for column')
    }
    for (const [field, target] of Object.entries(typeOf(type).links ?? {})) {
      const named = document[field]
      if (named !== null && named !== undefined && !this.#of(target).has(toText(named))) {
        throw new Refusal(417, 'LinkValidationError', `Could not find ${target}: ${toText(named)}`)
      }
    }
    if (type === 'LMS Question' && document.type === 'Choices') {
      const options = Array.from({ length: 10 }, (_, index) => document[`option_${index + 1}`]).filter(Boolean)
      const isAnswered = Array.from({ length: 10 }, (_, index) => document[`is_correct_${index + 1}`]).includes(1)
      if (new Set(options).size < 2 || new Set(options).size < options.length || !isAnswered) {
        throw new Refusal(417, 'ValidationError', 'Two different options are needed, and one that is correct')
      }
    }
  }

  #refuseSecond({ course, member }: StoredDocument): void {
    if (this.all('LMS Enrollment').some((one) => one.course === course && one.member === member)) {
      throw new Refusal(417, 'ValidationError', 'Student is already enrolled in this course.')
    }
  }

  #welcome(user: StoredDocument): void {
    if (++this.#newUsers > MAX_NEW_USERS) throw new Refusal(417, 'ValidationError', 'Throttled')
    // Sent by default.
    if (user.send_welcome_email !== 0) this.#mails.push(`Welcome, ${String(user.email)}`)
  }

  /** Emails all users of the site about a published course, unless the flag says that it was done. */
  #tellOfCourse(type: string, after: StoredDocument, before: StoredDocument | undefined): void {
    if (type !== 'LMS Course' || after.published !== 1 || before?.published === 1) return
    if (after.notification_sent !== 1) this.#mails.push(`New course: ${String(after.title)}`)
  }
}

function typeOf(type: string): DocumentType {
  const found = types[type]
  if (!found) throw new Refusal(404, 'DoesNotExistError', `DocType ${type} not found`)
  return found
}

const matchesFilter = (value: unknown, wanted: unknown) =>
  Array.isArray(wanted) && wanted[0] === 'in' ? (wanted[1] as unknown[]).includes(value) : value === wanted

const isMissing = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const withoutNulls = (document: StoredDocument): StoredDocument =>
  Object.fromEntries(Object.entries(document).filter(([, value]) => value !== null && value !== undefined))

const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
