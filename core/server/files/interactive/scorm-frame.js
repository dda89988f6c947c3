// Runs in each page of a SCORM package before anything of the package, with the run-time in front of it. A page has no
// origin, so it reaches no page around it: it gets an API of its own, and a stand-in for the window of the LMS. Pages in
// frames of the package have the same API; what one of them calls is passed on to the others as messages.
{
  /** Delay in milliseconds: packages set dozens of values at once. */
  const GATHER_MS = 1000
  /** Milliseconds until a page in a frame starts without the state of its parent page. */
  const ANSWER_MS = 5000

  const is2004 = typeof Scorm2004API === 'function'
  const NAME = is2004 ? 'API_1484_11' : 'API'
  const PREFIX = is2004 ? '' : 'LMS'
  const INITIALIZE = `${PREFIX}Initialize`
  const SET = `${PREFIX}SetValue`
  const COMMIT = `${PREFIX}Commit`
  const FINISH = is2004 ? 'Terminate' : 'LMSFinish'
  const CORE = is2004 ? 'cmi' : 'cmi.core'
  const NO_TIME = is2004 ? 'PT0S' : '0000:00:00'
  /** Key of a session that continues in the next page of the same frame. It is never sent in messages. */
  const SESSION = '#session'

  const kept = is2004
    ? /^cmi\.(?:completion_status|exit|location|progress_measure|success_status|suspend_data|total_time|(?:score|objectives|learner_preference|comments_from_learner)\..*)$/
    : /^cmi\.(?:comments|suspend_data|core\.(?:exit|lesson_location|lesson_status|total_time|score\..*)|(?:objectives|student_preference)\..*)$/
  /** Facts of the manifest about the item, which packages read but cannot change. */
  const launched = is2004
    ? [
        'cmi.launch_data',
        'cmi.scaled_passing_score',
        'cmi.completion_threshold',
        'cmi.max_time_allowed',
        'cmi.time_limit_action',
      ]
    : [
        'cmi.launch_data',
        'cmi.student_data.mastery_score',
        'cmi.student_data.max_time_allowed',
        'cmi.student_data.time_limit_action',
      ]

  const outer = window.parent
  const isAlone = outer === window
  const isNested = !isAlone && outer !== window.top

  const parse = (text) => {
    try {
      const said = JSON.parse(text)
      return said && typeof said === 'object' ? said : {}
    } catch {
      return {}
    }
  }

  let api
  let launchData = {}
  let startedWith = NO_TIME
  let isCarried = false
  let request = ''

  /** @param before state as `flatten` gives it, and the session to continue */
  const begin = ({ [SESSION]: session, [`${CORE}.exit`]: left, ...state }) => {
    const isBegun = Object.keys(state).some((name) => !launched.includes(name))
    const isResumed = left === 'suspend'
    startedWith = session?.startedWith ?? state[`${CORE}.total_time`] ?? NO_TIME
    launchData = Object.fromEntries(launched.flatMap((name) => (state[name] ? [[name, state[name]]] : [])))
    api = is2004
      ? new Scorm2004API({ autocommit: false, logLevel: 5 })
      : new Scorm12API({ autocommit: false, logLevel: 5 })
    const entry = session?.entry ?? (isResumed ? 'resume' : isBegun ? '' : 'ab-initio')
    api.loadFromFlattenedJSON(
      { ...state, [`${CORE}.total_time`]: startedWith, [`${CORE}.credit`]: 'credit', [`${CORE}.entry`]: entry },
      '',
    )
    if (!session) return
    isCarried = true
    api[INITIALIZE]('')
    if (session.time) api[SET](`${CORE}.session_time`, session.time)
    if (left) api[SET](`${CORE}.exit`, left)
  }

  /** SCORM 2004: a score that passes is set by the manifest, and then nothing else passes. */
  const judge = (state) => {
    const passing = launchData['cmi.scaled_passing_score']
    if (passing === undefined) return {}
    const scaled = state['cmi.score.scaled']
    const isPassed = Number(scaled) >= Number(passing)
    return { 'cmi.success_status': scaled ? (isPassed ? 'passed' : 'failed') : 'unknown' }
  }

  const flatten = () => {
    const all = { ...api.getFlattenedCMI(), [`${CORE}.total_time`]: api.cmi.getCurrentTotalTime() }
    return Object.fromEntries(
      Object.entries({ ...all, ...judge(all) }).filter(
        ([name, value]) => kept.test(name) && typeof value === 'string' && value,
      ),
    )
  }

  /** Returns the state for a page that continues this session. */
  const handOver = () => {
    const all = api.getFlattenedCMI()
    const session = { startedWith, time: all[`${CORE}.session_time`], entry: all[`${CORE}.entry`] }
    return { ...launchData, ...flatten(), ...(api.isInitialized() ? { [SESSION]: session } : {}) }
  }

  let waiting
  const tell = (navigate) => {
    clearTimeout(waiting)
    waiting = undefined
    if (isNested) return
    const state = flatten()
    window.name = JSON.stringify(handOver())
    const isFinished = is2004
      ? state['cmi.completion_status'] === 'completed' || state['cmi.success_status'] === 'passed'
      : ['completed', 'passed'].includes(state['cmi.core.lesson_status'])
    outer.postMessage({ type: 'trellis.progress', state: JSON.stringify(state), isFinished, ...navigate }, '*')
  }

  /** Executes a call from this or another page of the package. */
  const apply = (method, args) => {
    const answer = api[method](...args)
    if (String(answer) !== 'true') return answer
    if (method === SET) {
      if (args[0] === 'adl.nav.request') request = args[1]
      waiting ??= setTimeout(tell, GATHER_MS)
    }
    if (method === COMMIT) tell()
    if (method === FINISH) {
      const navigate = /^(?:\{target=([^}]+)\}(?:choice|jump)|(continue|previous))$/.exec(request)
      tell(navigate && { navigate: navigate[1] ?? (navigate[2] === 'continue' ? 'next' : 'previous') })
    }
    return answer
  }

  const pages = new Set()
  const passOn = (message, from) => {
    for (const page of pages) if (page !== from) page.postMessage(message, '*')
    if (isNested && from !== outer) outer.postMessage(message, '*')
  }

  const changing = [INITIALIZE, SET, COMMIT, FINISH]
  const call = (method, values) => {
    const args = values.map((value) => String(value ?? ''))
    // A page that continues a session may initialize it again.
    if (method === INITIALIZE && isCarried) {
      isCarried = false
      return 'true'
    }
    try {
      if (!changing.includes(method)) return api[method](...args)
      const answer = apply(method, args)
      if (String(answer) === 'true') passOn({ trellis: 'call', method, args })
      return answer
    } catch {
      return changing.includes(method) ? 'false' : ''
    }
  }
  const reading = ['GetValue', 'GetLastError', 'GetErrorString', 'GetDiagnostic'].map((name) => PREFIX + name)
  const shown = Object.fromEntries(
    [...changing, ...reading].map((method) => [method, (...values) => call(method, values)]),
  )

  const hear = (event) => {
    const { trellis, method, args } = event.data ?? {}
    if (!trellis || event.source === window.top) return
    event.stopImmediatePropagation()
    if (trellis === 'ask') {
      pages.add(event.source)
      event.source.postMessage({ trellis: 'state', state: handOver() }, '*')
    } else if (trellis === 'call' && (event.source === outer || pages.has(event.source)) && changing.includes(method)) {
      apply(method, args)
      passOn(event.data, event.source)
    }
  }

  /** Gives the page its API, and a stand-in for the window of the LMS, before its own first script. */
  const install = () => {
    let own
    // A page that declares a variable of this name finds it undefined.
    Object.defineProperty(window, NAME, {
      configurable: true,
      enumerable: true,
      get: () => own ?? shown,
      set: (value) => {
        own = value ?? undefined
      },
    })
    addEventListener('message', hear, { capture: true })
    addEventListener('pagehide', () => waiting !== undefined && tell())
    if (isAlone) return
    const lms = { [NAME]: shown, document: null, frameElement: null, opener: null, closed: false, length: 0, name: '' }
    for (const name of ['parent', 'top', 'self', 'window', 'frames']) lms[name] = lms
    for (const name of ['focus', 'blur', 'close']) lms[name] = () => undefined
    lms.postMessage = (...args) => outer.postMessage(...args)
    Object.defineProperty(window, 'parent', {
      configurable: true,
      enumerable: true,
      get: () => lms,
      set() {},
    })
  }

  // No policy can name the pages of a package, which have no origin; the outermost window is ours.
  const around = [...(location.ancestorOrigins ?? [])]
  const isElsewhere = around.length > 0 && around.at(-1) !== location.origin

  if (isElsewhere) {
    document.write('<plaintext hidden>')
  } else if (isNested) {
    // Its scripts wait until the parent page has sent the state: all that follows is parsed as text.
    document.write('<plaintext hidden>')
    let state
    const isRead = new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }))
    const isAnswered = new Promise((resolve) => {
      setTimeout(resolve, ANSWER_MS)
      addEventListener('message', ({ source, data }) => {
        if (source !== outer || data?.trellis !== 'state') return
        state = data.state
        resolve()
      })
    })
    outer.postMessage({ trellis: 'ask' }, '*')
    const goOn = () => {
      const { doctype, documentElement } = document
      const rest = document.querySelector('plaintext')?.textContent ?? ''
      const head = [documentElement, document.head].map((element) =>
        element.cloneNode(false).outerHTML.replace(/<\/\w+>$/, ''),
      )
      const start = doctype ? new XMLSerializer().serializeToString(doctype) : ''
      begin(state ?? {})
      document.open()
      install()
      document.write(start + head.join('') + rest)
      document.close()
    }
    void Promise.all([isRead, isAnswered]).then(goOn)
  } else {
    begin(isAlone ? {} : parse(window.name))
    install()
  }
}
