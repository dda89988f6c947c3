// Runs in each page of a SCORM package before anything of the package, with the run-time in front of it. The page has no
// origin: what was kept of it comes as the frame's name, and what it says leaves as messages.
{
  /** Milliseconds: packages set values by the dozen. */
  const GATHERED = 1000

  /** What is kept of a package, beside its objectives. Nothing else of the data model is its own to come back to. */
  const kept = new Set([
    'cmi.comments',
    'cmi.suspend_data',
    'cmi.core.exit',
    'cmi.core.lesson_location',
    'cmi.core.lesson_status',
    'cmi.core.score.max',
    'cmi.core.score.min',
    'cmi.core.score.raw',
    'cmi.core.total_time',
  ])

  const before = () => {
    try {
      const said = JSON.parse(window.name)
      return said && typeof said === 'object' ? said : {}
    } catch {
      return {}
    }
  }

  const api = new Scorm12API({ autocommit: false, logLevel: 5 })
  const { 'cmi.core.exit': left, ...state } = before()
  const isBegun = Object.keys(state).length > 0
  api.loadFromFlattenedJSON(
    {
      'cmi.core.total_time': '0000:00:00',
      ...state,
      'cmi.core.credit': 'credit',
      'cmi.core.entry': left === 'suspend' ? 'resume' : isBegun ? '' : 'ab-initio',
    },
    '',
  )

  let waiting
  const tell = () => {
    clearTimeout(waiting)
    waiting = undefined
    const all = { ...api.getFlattenedCMI(), 'cmi.core.total_time': api.cmi.getCurrentTotalTime() }
    const state = Object.fromEntries(
      Object.entries(all).filter(
        ([name, value]) => (kept.has(name) || name.startsWith('cmi.objectives.')) && typeof value === 'string' && value,
      ),
    )
    // Another page of the package begins with it.
    window.name = JSON.stringify(state)
    const isFinished = ['completed', 'passed'].includes(state['cmi.core.lesson_status'])
    parent.postMessage({ type: 'trellis.progress', state: window.name, isFinished }, '*')
  }
  const tellSoon = () => {
    waiting ??= setTimeout(tell, GATHERED)
  }
  api.on('LMSSetValue.cmi.*', tellSoon)
  api.on('LMSCommit', tell)
  api.on('LMSFinish', tell)
  addEventListener('pagehide', () => waiting !== undefined && tell())

  window.API = api
}
