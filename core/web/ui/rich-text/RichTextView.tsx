import { ExternalLink } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { isLinkAddress } from '#core/contract/link-address.ts'
import type {
  MediaFields,
  RichText,
  RichTextBlock,
  RichTextCell,
  RichTextInline,
  RichTextMark,
} from '#core/contract/rich-text.ts'
import { Player } from '../media/Player.tsx'
import { Formula } from './Formula.tsx'
import { calloutAttributes, mediaLabels } from './labels.ts'
import * as styles from './RichText.css.ts'

export interface RichTextViewProps {
  document: RichText
  /** BCP 47, where it is in another language than the page. */
  lang?: string
  /** Added to the level of its headings, where its place in the page asks for that. */
  headingOffset?: 0 | 1 | 2
  /** URL of a file; `/api/files/<id>` by default. */
  fileUrl?: (fileId: string) => string
}

type Drawing = Required<Pick<RichTextViewProps, 'headingOffset' | 'fileUrl'>>

/**
 * Rich text as people read it. Each node becomes an element of ours: no HTML is made of what an author wrote, and nothing
 * is loaded but our own files.
 */
export function RichTextView({ document, lang, headingOffset = 0, fileUrl = fileAddress }: RichTextViewProps) {
  return (
    <div className={styles.prose} lang={lang}>
      {drawBlocks(document.content, { headingOffset, fileUrl })}
    </div>
  )
}

export const fileAddress = (fileId: string) => `/api/files/${fileId}`

// Nodes have no names of their own, and a document that is read does not change: the place is the key.
const withKeys = <Node,>(nodes: readonly Node[] | undefined, draw: (node: Node) => ReactNode): ReactNode =>
  // oxlint-disable-next-line react/no-array-index-key -- as above
  nodes?.map((node, place) => <Fragment key={place}>{draw(node)}</Fragment>)

const drawBlocks = (nodes: readonly RichTextBlock[], drawing: Drawing) =>
  withKeys(nodes, (node) => <Block node={node} drawing={drawing} />)

const headings = ['h2', 'h3', 'h4', 'h5', 'h6'] as const

function Block({ node, drawing }: { node: RichTextBlock; drawing: Drawing }) {
  const items = (of: readonly { content: RichTextBlock[] }[]) =>
    withKeys(of, ({ content }) => <li>{drawBlocks(content, drawing)}</li>)
  switch (node.type) {
    case 'paragraph':
      return <p>{withKeys(node.content, inline)}</p>
    case 'heading': {
      const Heading = headings[node.attrs.level - 2 + drawing.headingOffset] ?? 'h6'
      return <Heading>{withKeys(node.content, inline)}</Heading>
    }
    case 'bulletList':
      return <ul>{items(node.content)}</ul>
    case 'orderedList':
      return <ol start={node.attrs?.start}>{items(node.content)}</ol>
    case 'blockquote':
      return <blockquote>{drawBlocks(node.content, drawing)}</blockquote>
    case 'callout':
      return (
        <div role="note" {...calloutAttributes(node.attrs.tone)}>
          {drawBlocks(node.content, drawing)}
        </div>
      )
    case 'codeBlock':
      return (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines are scrolled by keys
        <pre tabIndex={0} aria-label="Code" role="region" translate="no">
          <code>{node.content?.map(({ text }) => text).join('')}</code>
        </pre>
      )
    case 'horizontalRule':
      return <hr />
    case 'image':
    case 'video':
    case 'audio':
      return <Media type={node.type} {...node.attrs} url={drawing.fileUrl(node.attrs.fileId)} />
    case 'embed':
      return <Embed url={node.attrs.url} title={node.attrs.title} />
    case 'table':
      return <Table rows={node.content.map(({ content }) => content)} drawing={drawing} />
    // A kind that a later version of the platform knows.
    default:
      return null
  }
}

interface MediaProps extends MediaFields {
  type: 'image' | 'video' | 'audio'
  url: string
}

function Media({ type, url, alt, caption }: MediaProps) {
  return (
    <figure className={styles.figure}>
      {type === 'image' ? (
        <img src={url} alt={alt} loading="lazy" decoding="async" />
      ) : (
        <Player kind={type} url={url} title={alt || caption || mediaLabels[type]} />
      )}
      {caption && <figcaption className={styles.caption}>{caption}</figcaption>}
    </figure>
  )
}

function Table({ rows, drawing }: { rows: readonly RichTextCell[][]; drawing: Drawing }) {
  const cells = (row: readonly RichTextCell[], isHead: boolean) =>
    withKeys(row, ({ type, attrs, content }) => {
      const spans = { colSpan: attrs?.colspan, rowSpan: attrs?.rowspan }
      return type === 'tableHeader' ? (
        <th {...spans} scope={isHead ? 'col' : 'row'}>
          {drawBlocks(content, drawing)}
        </th>
      ) : (
        <td {...spans}>{drawBlocks(content, drawing)}</td>
      )
    })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what is too wide is scrolled by keys
    <div className={styles.scrolling} tabIndex={0} role="region" aria-label="Table">
      <table>
        <tbody>
          {withKeys(rows, (row) => (
            <tr>
              {cells(
                row,
                row.every(({ type }) => type === 'tableHeader'),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Embed({ url, title }: { url: string; title: string }) {
  if (!isLinkAddress(url)) return null
  const { hostname } = new URL(url)
  return (
    <div className={styles.embed}>
      <ExternalLink size={16} aria-hidden />
      <span>
        <Outside href={url}>{title || hostname}</Outside>
        {title && <span className={styles.host}>{hostname}</span>}
      </span>
    </div>
  )
}

/** A link in text of another user: the page it leads to learns nothing of ours, and cannot reach it. */
function Outside({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
      {children}
    </a>
  )
}

function inline(node: RichTextInline): ReactNode {
  if (node.type === 'hardBreak') return <br />
  if (node.type === 'formula') return <Formula {...node.attrs} />
  return (node.marks ?? []).reduceRight<ReactNode>((inner, mark) => applyMark(mark, inner), node.text)
}

function applyMark(mark: RichTextMark, inner: ReactNode): ReactNode {
  switch (mark.type) {
    case 'bold':
      return <strong>{inner}</strong>
    case 'italic':
      return <em>{inner}</em>
    case 'underline':
      return <u>{inner}</u>
    case 'strike':
      return <s>{inner}</s>
    case 'code':
      return <code translate="no">{inner}</code>
    case 'superscript':
      return <sup>{inner}</sup>
    case 'subscript':
      return <sub>{inner}</sub>
    case 'link':
      // Rules also apply to texts stored before they existed.
      return isLinkAddress(mark.attrs.href) ? <Outside href={mark.attrs.href}>{inner}</Outside> : inner
    default:
      return inner
  }
}
