import { readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import mjml2html from 'mjml'

const folder = new URL('../server/mail/skeleton/', import.meta.url)

export const compiledSkeleton = new URL('email.html', folder)

/** Compiles the skeleton of HTML emails: tables, Outlook's conditions and the dark scheme around slots in braces. */
export async function compileSkeleton(): Promise<string> {
  const source = await readFile(new URL('email.mjml', folder), 'utf8')
  const { html, errors } = await mjml2html(source, { validationLevel: 'strict', keepComments: true, fonts: {} })
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  // mjml takes no slot for a color: these two stand for them.
  const slotted = html.replaceAll('#ac0001', '{{accent}}').replaceAll('#ac0002', '{{onAccent}}')
  return `${slotted
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{2,}/g, '\n')
    .trim()}\n`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await writeFile(compiledSkeleton, await compileSkeleton())
}
