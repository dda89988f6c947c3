import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Texts as the specification writes them, though elsewhere people read of organizations. */
const asSpecified = new Set(['Failed to create tenant', 'This page is only available to tenant administrators.'])

/** Read by who writes a plugin. */
const forDevelopers = new Set(['A tenant scope needs the id of an organization', 'tenant home'])

/** The word among others, and not a table in a statement, an address or an option of a command. */
const ofTenants = /(?<!\b(?:from|join|update) |\/|--)\btenants?\b(?!-|\.)/i

/** Words that the glossary replaces; 'mail server' is the field's own. */
const ofGlossary =
  /\b(?:somebody|nobody|everybody|anybody|whoever|mails|mailed|hand(?:ed|s|ing)? (?:it )?in|hand-ins?|waiting list|signed? off)\b|\b(?:a|by|the|no) mail\b(?! server)/i

/** The operator's tools and statements: read by who runs or writes the platform. */
const forOperators = /^(?:config|cli)\/|\/seed\/|core\/server\/database\//

/** Statements, whose columns and values have names of their own. */
const ofSql = /\b(?:select|insert into|update|delete from|join|where)\b[^.]*[$=(']/

/** Collects the texts that a source shows to users: several words each, on screens, in answers, emails and files. */
function textsOf(file: string, source: string): string[] {
  const texts: string[] = []
  const add = (text: string) => texts.push(text.replaceAll(/\s+/g, ' ').trim())
  new Visitor({
    JSXText: ({ value }) => add(value),
    Literal: ({ value }) => {
      if (typeof value === 'string' && value.includes(' ')) add(value)
    },
    // Most templates of the server are statements.
    TemplateElement: ({ value }) => {
      if (/\/web[/.]/.test(file)) add(value.raw)
    },
  }).visit(parseSync(file, source).program)
  return texts
}

test('people read of organizations and of Email, as the specification has it', async () => {
  const found: string[] = []
  for await (const file of glob('{core,plugins,web,cli,config}/**/*.{ts,tsx}', { cwd: root })) {
    if (/\.test\.ts|\.e2e\.ts|testing\/|\/migrations\/|\/bench\/|web\/dist/.test(file)) continue
    for (const text of textsOf(file, await readFile(`${root}${file}`, 'utf8'))) {
      if (/\be-mails?\b/i.test(text)) found.push(`${file}: ${text}`)
      if (ofTenants.test(text) && !asSpecified.has(text) && !forDevelopers.has(text)) found.push(`${file}: ${text}`)
    }
  }
  expect(found).toEqual([])
})

test('people read the words of the glossary', async () => {
  const found: string[] = []
  for await (const file of glob('{core,plugins,web}/**/*.{ts,tsx}', { cwd: root })) {
    if (/\.test\.ts|\.e2e\.ts|testing\/|\/migrations\/|\/bench\/|web\/dist/.test(file) || forOperators.test(file))
      continue
    for (const text of textsOf(file, await readFile(`${root}${file}`, 'utf8'))) {
      if (ofGlossary.test(text) && !ofSql.test(text)) found.push(`${file}: ${text}`)
    }
  }
  expect(found).toEqual([])
})
