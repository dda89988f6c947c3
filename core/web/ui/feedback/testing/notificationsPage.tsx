import '#core/web/ui/theme/globalStyles.ts'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Button } from '../../actions/Button.tsx'
import { TextField } from '../../fields/TextField.tsx'
import { Page } from '../../layout/Page.tsx'
import { DataTable } from '../../lists/DataTable.tsx'
import { Pagination } from '../../lists/Pagination.tsx'
import { useSelection } from '../../lists/selection.ts'
import { MediaViewer } from '../../media/MediaViewer.tsx'
import type { MediaItem } from '../../media/mediaItem.ts'
import { Dialog, DialogBody, DialogFooter } from '../../overlays/Dialog.tsx'
import { NotificationRegion } from '../NotificationRegion.tsx'
import { notify } from '../notificationQueue.ts'

const students = Array.from({ length: 40 }, (_, index) => `Student ${index + 1}`)
const fields = Array.from({ length: 12 }, (_, index) => `Field ${index + 1}`)
const files: MediaItem[] = ['Rules', 'Results'].map((title) => ({
  id: title,
  title,
  mimeType: 'application/zip',
  url: `/${title}`,
  saveUrl: `/${title}`,
}))

/** Says at length that something failed, and stays until it is dismissed. */
const say = (title: string) =>
  notify({
    title,
    description: 'Another person has changed this in the meantime. Look at what is new and try again.',
    tone: 'destructive',
    action: { label: 'Show', onAction: () => undefined },
    duration: 600_000,
  })

function NotificationsPage() {
  const [isEditing, setEditing] = useState(false)
  const [shown, setShown] = useState<string>()
  const selection = useSelection({ rows: students, rowKey: (student) => student })
  return (
    <main>
      <Page
        title="Students"
        actions={
          <>
            <Button onPress={() => setShown('Rules')}>Show files</Button>
            <Button onPress={() => setEditing(true)}>Edit</Button>
          </>
        }
      >
        <DataTable
          label="Students"
          columns={[{ id: 'name', header: 'Name', cell: (student) => student }]}
          rows={students}
          rowKey={(student) => student}
          rowLabel={(student) => student}
          empty={null}
          selection={selection}
          bulkActions={() => <Button onPress={() => say('Not archived')}>Archive</Button>}
          footer={<Pagination page={1} total={400} onChange={() => say('Not loaded')} />}
        />
      </Page>
      <Dialog title="Edit student" size="large" isOpen={isEditing} onOpenChange={setEditing}>
        <DialogBody>
          {fields.map((field) => (
            <TextField key={field} label={field} value="" onChange={() => undefined} />
          ))}
        </DialogBody>
        <DialogFooter>
          <Button slot="close">Cancel</Button>
          <Button variant="primary" onPress={() => say('Not saved')}>
            Save changes
          </Button>
        </DialogFooter>
      </Dialog>
      <MediaViewer
        items={files}
        shown={shown}
        onShow={setShown}
        actions={() => <Button onPress={() => say('Not shared')}>Share</Button>}
      />
      <NotificationRegion />
    </main>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')
createRoot(root).render(
  <StrictMode>
    <NotificationsPage />
  </StrictMode>,
)
