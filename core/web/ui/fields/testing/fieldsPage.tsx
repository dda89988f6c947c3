import '#core/web/ui/theme/globalStyles.ts'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { ComboBox } from '../ComboBox.tsx'
import { TextField } from '../TextField.tsx'

const rooms = Array.from({ length: 30 }, (_, index) => ({ id: String(index + 1), label: `Room ${index + 1}` }))

function FieldsPage() {
  const [room, setRoom] = useState<string | null>(null)
  const [name, setName] = useState('')
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
