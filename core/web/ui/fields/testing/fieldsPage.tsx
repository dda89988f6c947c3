import '#core/web/ui/theme/globalStyles.ts'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { MenuButton } from '../../actions/MenuButton.tsx'
import { ViewSwitch } from '../../actions/ViewSwitch.tsx'
import { Tabs } from '../../layout/Tabs.tsx'
import { DataTable } from '../../lists/DataTable.tsx'
import { Checkbox } from '../Checkbox.tsx'
import { ComboBox } from '../ComboBox.tsx'
import { DateTimeField } from '../DateTimeField.tsx'
import { Select } from '../Select.tsx'
import { TextField } from '../TextField.tsx'

const rooms = Array.from({ length: 30 }, (_, index) => ({ id: String(index + 1), label: `Room ${index + 1}` }))
const views = [
  { id: 'list', label: 'List' },
  { id: 'cards', label: 'Cards' },
] as const

function FieldsPage() {
  const [room, setRoom] = useState<string | null>(null)
  const [spare, setSpare] = useState('1')
  const [name, setName] = useState('')
  const [starts, setStarts] = useState<string | null>(null)
  const [view, setView] = useState<'list' | 'cards'>('list')
  return (
    <main style={{ minHeight: '2000px' }}>
      <h1>Fields</h1>
      <TextField label="Name" value={name} onChange={setName} />
      <ComboBox
        label="Room"
        options={rooms}
        value={room}
        onChange={setRoom}
        error={room === null ? 'Choose where it is.' : undefined}
      />
      <Select label="Spare room" options={rooms} value={spare} onChange={setSpare} />
      <Select label="Near room" options={rooms.slice(0, 24)} value={spare} onChange={setSpare} />
      <DateTimeField label="Starts" zone="America/New_York" value={starts} onChange={setStarts} />
      <output aria-label="Instant">{starts}</output>
      <ViewSwitch label="View" options={views} value={view} onChange={setView} />
      <MenuButton label="Actions" items={[{ label: 'Copy' }, { label: 'Move' }]} />
      <Checkbox label="Chosen" isSelected onChange={() => undefined} />
      <Checkbox label="Other" isSelected={false} onChange={() => undefined} />
      <Tabs
        label="Parts"
        tabs={[
          { id: 'one', label: 'One', content: 'First' },
          { id: 'two', label: 'Two', content: 'Second' },
        ]}
      />
      <DataTable
        label="Rooms"
        columns={[
          { id: 'name', header: 'Name', cell: ({ label }) => label },
          { id: 'number', header: 'Number', align: 'end', cell: ({ id }) => id },
        ]}
        rows={rooms.slice(0, 2)}
        rowKey={({ id }) => id}
        rowLabel={({ label }) => label}
        empty={null}
      />
    </main>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')
createRoot(root).render(
  <StrictMode>
    <FieldsPage />
  </StrictMode>,
)
