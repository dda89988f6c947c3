import '#core/web/ui/theme/globalStyles.ts'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import { filesApi } from '#core/web/files.ts'
import { createQueryClient } from '#core/web/queryClient.ts'
import { Sandbox } from '../Sandbox.tsx'

const progress = z.object({ said: z.string().max(5000) })

/** The page that plugins have: `/lesson/<id of the file>`. */
function LessonPage({ id }: { id: string }) {
  // A new address would begin the lesson anew.
  const address = useQuery({ ...filesApi.interactive({ params: { id } }), staleTime: Infinity, retry: false })
  const [said, setSaid] = useState<{ place: number; text: string }[]>([])
  return (
    <main>
      <h1>Soldering</h1>
      <Sandbox
        src={address.data?.url}
        title="Lesson Soldering"
        height={300}
        message={progress}
        onMessage={(message) => setSaid((before) => [...before, { place: before.length, text: message.said }])}
        error={address.error}
        onRetry={address.refetch}
      />
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
