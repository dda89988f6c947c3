import '#core/web/ui/theme/globalStyles.ts'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import { packageProgress } from '#core/contract/files.ts'
import { filesApi } from '#core/web/files.ts'
import { createQueryClient } from '#core/web/queryClient.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Sandbox } from '../Sandbox.tsx'

const progress = z.union([z.object({ said: z.string().max(5000) }), packageProgress])

/** The page that plugins have: `/lesson/<id of the file>`. What was kept is what the package said last. */
function LessonPage({ id }: { id: string }) {
  // A new address would begin the lesson anew.
  const address = useQuery({ ...filesApi.interactive({ params: { id } }), staleTime: Infinity, retry: false })
  const [said, setSaid] = useState<{ place: number; text: string }[]>([])
  const [opened, setOpened] = useState({ times: 1, kept: '' })
  const [state, setState] = useState('')
  return (
    <main>
      <h1>Soldering</h1>
      <Sandbox
        key={opened.times}
        src={address.data?.url}
        title="Lesson Soldering"
        height={300}
        kept={opened.kept}
        message={progress}
        onMessage={(message) => {
          if ('state' in message && message.state !== undefined) setState(message.state)
          const text = 'said' in message ? message.said : JSON.stringify(message)
          setSaid((before) => [...before, { place: before.length, text }])
        }}
        error={address.error}
        onRetry={address.refetch}
      />
      <Button onPress={() => setOpened(({ times }) => ({ times: times + 1, kept: state }))}>Open again</Button>
      <ul aria-label="What it said">
        {said.map(({ place, text }) => (
          <li key={place}>{text}</li>
        ))}
      </ul>
    </main>
  )
}

const [, id] = /^\/lesson\/(.+)$/.exec(location.pathname) ?? []
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')
createRoot(root).render(
  <QueryClientProvider client={createQueryClient()}>
    {id === undefined ? <h1>Lessons</h1> : <LessonPage id={id} />}
  </QueryClientProvider>,
)
