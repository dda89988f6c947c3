import { sizeText } from '#core/contract/sizes.ts'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { Facts } from '#core/web/ui/display/Facts.tsx'
import type { Message } from '../contract.ts'
import * as styles from './MessageText.css.ts'

/** The text of a message and its files. @param isSignedIn false lists the files without links to them */
export function MessageText({
  body,
  files,
  isSignedIn = true,
}: Pick<Message, 'body' | 'files'> & { isSignedIn?: boolean }) {
  return (
    <>
      <p className={styles.text}>{body}</p>
      {files.length > 0 && (
        <Facts
          facts={files.map(({ name, url, size }, index) => [
            files.length > 1 ? `File ${index + 1}` : 'File',
            isSignedIn ? (
              <TextLink key={url} href={`${url}?save=1`}>
                {name}, {sizeText(size)}
              </TextLink>
            ) : (
              `${name}: sign in to open it`
            ),
          ])}
        />
      )}
    </>
  )
}
