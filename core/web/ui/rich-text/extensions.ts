import { mergeAttributes, Node, type Extensions } from '@tiptap/core'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import type { DOMOutputSpec } from '@tiptap/pm/model'
import { StarterKit } from '@tiptap/starter-kit'
import { isLinkAddress } from '#core/contract/link-address.ts'
import { calloutTones, headingLevels, type CalloutTone } from '#core/contract/rich-text.ts'
import * as styles from './RichText.css.ts'
import { FormulaNode } from './FormulaNode.ts'
import { isPending } from './paste/pastedPictures.ts'
import { Subscript, Superscript } from './scriptMarks.ts'
import { calloutAttributes, mediaLabels, type MediaType } from './labels.ts'

const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({
    tone: {
      default: 'note',
      parseHTML: (element: HTMLElement) =>
        calloutTones.find((tone) => tone === element.getAttribute('data-tone')) ?? 'note',
      renderHTML: ({ tone }: { tone?: CalloutTone }) => calloutAttributes(tone ?? 'note'),
    },
  }),
  parseHTML: () => [{ tag: 'div[data-tone]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', mergeAttributes(HTMLAttributes, { role: 'note' }), 0],
})

/** Kept in the element as `data-…` as well, so that what is copied can be pasted. */
const attribute = (name: string) => ({
  default: '',
  parseHTML: (element: HTMLElement) => element.getAttribute(`data-${name}`) ?? '',
  rendered: false,
})

/** A file of ours. Others that are pasted are left away: their pages would hear of our readers. */
const media = (type: MediaType, fileUrl: (fileId: string) => string) =>
  Node.create({
    name: type,
    group: 'block',
    draggable: true,
    addAttributes: () => ({ fileId: attribute('fileid'), alt: attribute('alt'), caption: attribute('caption') }),
    parseHTML: () => [{ tag: `figure[data-type=${type}][data-fileid]` }],
    renderHTML: ({ node }): DOMOutputSpec => {
      const { fileId, alt, caption } = node.attrs as Record<'fileId' | 'alt' | 'caption', string>
      const shown: DOMOutputSpec =
        type === 'image' && !isPending(fileId)
          ? ['img', { src: fileUrl(fileId), alt }]
          : [
              'div',
              { class: styles.embed },
              `${mediaLabels[type]}: ${alt || caption || (isPending(fileId) ? 'uploading' : 'without a title')}`,
            ]
      return [
        'figure',
        { class: styles.figure, 'data-type': type, 'data-fileid': fileId, 'data-alt': alt, 'data-caption': caption },
        shown,
        ['figcaption', { class: styles.caption }, caption],
      ]
    },
  })

const Embed = Node.create({
  name: 'embed',
  group: 'block',
  draggable: true,
  addAttributes: () => ({ url: attribute('url'), title: attribute('title') }),
  parseHTML: () => [
    {
      tag: 'div[data-url]',
      getAttrs: (element) => (isLinkAddress(element.getAttribute('data-url') ?? '') ? null : false),
    },
  ],
  renderHTML: ({ node }): DOMOutputSpec => {
    const { url, title } = node.attrs as Record<'url' | 'title', string>
    return [
      'div',
      { class: styles.embed, 'data-url': url, 'data-title': title },
      ['span', {}, title || url, ['span', { class: styles.host }, title ? url : '']],
    ]
  },
})

// Tab would add rows without end, and keyboard users could not leave the table.
const LeavableTable = Table.extend({
  addKeyboardShortcuts() {
    return {
      ...this.parent?.(),
      Tab: () => this.editor.commands.goToNextCell(),
      'Shift-Tab': () => this.editor.commands.goToPreviousCell(),
    }
  },
})

/** Extensions for everything that can be written; pasted content is converted to it, and the rest is dropped. */
export function extensionsOf(fileUrl: (fileId: string) => string): Extensions {
  return [
    StarterKit.configure({
      heading: { levels: [...headingLevels] },
      link: {
        openOnClick: false,
        isAllowedUri: isLinkAddress,
        HTMLAttributes: { target: null, rel: 'noopener noreferrer nofollow ugc' },
      },
    }),
    LeavableTable.configure({ View: null }),
    TableRow,
    TableHeader,
    TableCell,
    Callout,
    media('image', fileUrl),
    media('video', fileUrl),
    media('audio', fileUrl),
    Embed,
    Superscript,
    Subscript,
    FormulaNode,
  ]
}
