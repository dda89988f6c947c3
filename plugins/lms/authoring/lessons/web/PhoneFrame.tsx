import { useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import * as styles from './PhoneFrame.css.ts'

/**
 * Renders children in a frame as narrow as a phone, so that media queries apply: a narrow box would be laid out for the
 * window around it. It copies the styles and colors of this page, and loads no document from elsewhere.
 */
export function PhoneFrame({ title, children }: { title: string; children: ReactNode }) {
  const [body, setBody] = useState<HTMLElement>()
  const furnish = (frame: HTMLIFrameElement | null) => {
    const inside = frame?.contentDocument
    if (!inside || inside.body === body) return
    inside.title = title
    inside.documentElement.lang = document.documentElement.lang
    const { theme } = document.documentElement.dataset
    if (theme) inside.documentElement.dataset['theme'] = theme
    for (const sheet of document.querySelectorAll('link[rel=stylesheet]')) {
      inside.head.append(inside.importNode(sheet))
    }
    setBody(inside.body)
  }
  return (
    // Firefox replaces the document once it has loaded.
    // oxlint-disable-next-line react/iframe-missing-sandbox -- no page is loaded into it: what it shows is this page's
    <iframe title={title} className={styles.frame} ref={furnish} onLoad={({ currentTarget }) => furnish(currentTarget)}>
      {body && createPortal(<div className={styles.inside}>{children}</div>, body)}
    </iframe>
  )
}
