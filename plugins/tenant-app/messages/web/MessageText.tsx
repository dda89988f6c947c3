import { sizeText } from '#core/contract/sizes.ts'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { Facts } from '#core/web/ui/display/Facts.tsx'
import type { Message } from '../contract.ts'
import * as styles from './MessageText.css.ts'
import { inboxApi } from './client.ts'

/** The text of a message and its files. @param token that of an emailed link, which opens the files without signing in */
export function MessageText({ body, files, token }: Pick<Message, 'body' | 'files'> & { token?: string | undefined }) {
  return (
    <>
      <p className={styles.text}>{body}</p>
      {files.length > 0 && (
        <Facts
          facts={files.map(({ id, name, url, size }, index) => [
            files.length > 1 ? `File ${index + 1}` : 'File',
            <TextLink
              key={url}
              href={token === undefined ? `${url}?save=1` : inboxApi.linkedFile.url({ params: { token, id } })}
            >
              {name}, {sizeText(size)}
            </TextLink>,
          ])}
        />
      )}
    </>
  )
}
