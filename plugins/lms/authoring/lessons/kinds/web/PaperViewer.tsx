import { Download } from 'lucide-react'
import { filesApi } from '#core/web/files.ts'
import { LinkButton } from '#core/web/ui/actions/LinkButton.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { DocumentViewer } from '#core/web/ui/media/DocumentViewer.tsx'
import { fileAddress } from '#core/web/ui/rich-text/RichTextView.tsx'
import { isShownInPage, type Paper } from '../paper-contract.ts'
import { AddressLink } from './AddressLink.tsx'
import * as styles from './kindViews.css.ts'
import type { KindViewProps } from './kindProps.ts'

interface PaperViewerProps extends KindViewProps<Paper> {
  noun: string
  /** True if its pages are wider than high, like slides. */
  isLandscape?: boolean
}

/** Renders a document: a PDF page by page, any other file as a download. */
export function PaperViewer({ noun, isLandscape = false, title, details, contentUrl, follower }: PaperViewerProps) {
  const { file, isOffered } = details
  const isShown = file !== null && isShownInPage(file)
  return (
    <Stack>
      {file && isShown && (
        <div className={isLandscape ? styles.slides : styles.paper}>
          <DocumentViewer url={fileAddress(file.id)} title={title} startAt={follower?.page} onPage={follower?.onPage} />
        </div>
      )}
      {file && (isOffered || !isShown) && (
        <div className={styles.elsewhere}>
          <LinkButton
            href={filesApi.file.url({ params: { id: file.id }, query: { save: '1' } })}
            download={file.name}
            icon={<Download size={16} aria-hidden />}
          >
            Download
          </LinkButton>
          <span className={styles.host}>{file.name}</span>
        </div>
      )}
      {!file && <AddressLink href={contentUrl}>{`Open the ${noun}`}</AddressLink>}
    </Stack>
  )
}
