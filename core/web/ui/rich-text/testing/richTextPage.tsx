import '#core/web/ui/theme/globalStyles.ts'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { emptyRichText, type RichText } from '#core/contract/rich-text.ts'
import { RichTextField } from '../RichTextField.tsx'
import { RichTextView } from '../RichTextView.tsx'

/** Content that the test has put in the fragment of the address: it is shown, and nothing is written. */
const given = location.hash ? (JSON.parse(decodeURIComponent(location.hash.slice(1))) as RichText) : undefined

/** A dot, whichever file is asked for. */
const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

function RichTextPage() {
  const [written, setWritten] = useState(emptyRichText)
  const shown = given ?? written
  return (
    <main>
      <h1>Rich text</h1>
      {!given && (
        <RichTextField
          label="Text of the lesson"
          help="What learners read."
          initial={emptyRichText}
          onChange={setWritten}
          uploadPicture={(file) =>
            file.size === 13
              ? Promise.reject(new Error('refused'))
              : Promise.resolve('0193d3b4-0000-7000-8000-000000000001')
          }
          fileUrl={() => dot}
        />
      )}
      <section aria-label="As it is read">
        <RichTextView document={shown} fileUrl={() => dot} />
      </section>
      <output hidden>{JSON.stringify(shown)}</output>
    </main>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')
createRoot(root).render(
  <StrictMode>
    <RichTextPage />
  </StrictMode>,
)
