import { setTimeout as pause } from 'node:timers/promises'
import {
  acceptedContent,
  createMcpHandler,
  createRequestStateCodec,
  fromJsonSchema,
  inputRequired,
  inputResponse,
  McpServer,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Served } from '#mcp/tool-server.ts'

// What the official conformance suites call by name: tools, resources and prompts that do one thing each. They stand
// behind the same door and the same two legs as ours.

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const wav = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAD//w=='

const text = (words: string) => ({ content: [{ type: 'text' as const, text: words }] })

const codec = createRequestStateCodec<{ step: number }>({ key: 'a key for fixtures that is long enough, surely' })

const nameForm = { type: 'object' as const, properties: { name: { type: 'string' as const } }, required: ['name'] }
const okForm = { type: 'object' as const, properties: { ok: { type: 'boolean' as const } }, required: ['ok'] }

const defaultsForm = {
  type: 'object' as const,
  properties: {
    name: { type: 'string' as const, default: 'John Doe' },
    age: { type: 'integer' as const, default: 30 },
    score: { type: 'number' as const, default: 95.5 },
    status: { type: 'string' as const, enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean' as const, default: true },
  },
}

const enumsForm = {
  type: 'object' as const,
  properties: {
    untitledSingle: { type: 'string' as const, enum: ['option1', 'option2', 'option3'] },
    titledSingle: {
      type: 'string' as const,
      oneOf: [
        { const: 'value1', title: 'First Option' },
        { const: 'value2', title: 'Second Option' },
        { const: 'value3', title: 'Third Option' },
      ],
    },
    legacyEnum: {
      type: 'string' as const,
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: {
      type: 'array' as const,
      items: { type: 'string' as const, enum: ['option1', 'option2', 'option3'] },
    },
    titledMulti: {
      type: 'array' as const,
      items: {
        anyOf: [
          { const: 'value1', title: 'First Choice' },
          { const: 'value2', title: 'Second Choice' },
          { const: 'value3', title: 'Third Choice' },
        ],
      },
    },
  },
}

const newDraftSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
}

const responseOf = (context: ServerContext, key: string) => inputResponse(context.mcpReq.inputResponses, key)

const textOfResponse = (what: string, view: ReturnType<typeof responseOf>) =>
  text(
    `${what}: action=${view.kind === 'elicit' ? view.action : view.kind}, content=${JSON.stringify(view.kind === 'elicit' ? view.content : {})}`,
  )

/** Asks once, by a form. */
const asking = (message: string, requestedSchema: object, what: string) => (context: ServerContext) => {
  const view = responseOf(context, 'form')
  if (view.kind === 'elicit') return textOfResponse(what, view)
  return inputRequired({
    inputRequests: { form: inputRequired.elicit({ message, requestedSchema: requestedSchema as typeof nameForm }) },
  })
}

const question = (words: string, maxTokens: number) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: words } }], maxTokens })

const addPlainTools = (server: McpServer): void => {
  const tool = (name: string, answer: (context: ServerContext) => unknown): void =>
    void server.registerTool(
      name,
      { description: `For conformance: ${name}` },
      // biome-ignore lint/suspicious/noExplicitAny: the fixtures answer with everything there is.
      (async (context: ServerContext) => answer(context)) as any,
    )

  tool('test_simple_text', () => text('This is a simple text response for testing.'))
  tool('test_image_content', () => ({ content: [{ type: 'image', data: png, mimeType: 'image/png' }] }))
  tool('test_audio_content', () => ({ content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] }))
  tool('test_embedded_resource', () => ({
    content: [
      {
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      },
    ],
  }))
  tool('test_multiple_content_types', () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      { type: 'image', data: png, mimeType: 'image/png' },
      {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: '{"test":"data","value":123}',
        },
      },
    ],
  }))
  tool('test_error_handling', () => ({
    ...text('This tool intentionally returns an error for testing'),
    isError: true,
  }))
  tool('test_tool_with_logging', async ({ mcpReq }) => {
    for (const words of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.log('info', words)
      await pause(50)
    }
    return text('Tool with logging completed')
  })
  tool('test_logging_tool', async ({ mcpReq }) => {
    await mcpReq.log('info', 'only when asked for')
    return text('Logged, if a level was set')
  })
  tool('test_tool_with_progress', async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } })
      await pause(50)
    }
    return text('Tool with progress completed')
  })
}

const addAskingTools = (server: McpServer): void => {
  const tool = (name: string, answer: (context: ServerContext) => unknown): void =>
    void server.registerTool(
      name,
      { description: `For conformance: ${name}` },
      // biome-ignore lint/suspicious/noExplicitAny: the fixtures answer with everything there is.
      (async (context: ServerContext) => answer(context)) as any,
    )

  tool('test_elicitation_sep1034_defaults', asking('Please fill in', defaultsForm, 'Elicitation completed'))
  tool('test_elicitation_sep1330_enums', asking('Please choose', enumsForm, 'Elicitation completed'))
  tool('test_streaming_elicitation', asking('Please confirm', okForm, 'Elicitation completed'))
  tool('test_missing_capability', (context) => {
    const view = responseOf(context, 'sample')
    return view.kind === 'sampling'
      ? text('sampled')
      : inputRequired({ inputRequests: { sample: question('Anything', 10) } })
  })
  tool('test_input_required_result_elicitation', (context) => {
    const given = acceptedContent(context.mcpReq.inputResponses, 'user_name', z.object({ name: z.string() }))
    if (given) return text(`Hello, ${given.name}!`)
    return inputRequired({
      inputRequests: { user_name: inputRequired.elicit({ message: 'What is your name?', requestedSchema: nameForm }) },
    })
  })
  tool('test_input_required_result_sampling', (context) => {
    const view = responseOf(context, 'capital_question')
    if (view.kind === 'sampling') return text(`The model says: ${JSON.stringify(view.result.content)}`)
    return inputRequired({ inputRequests: { capital_question: question('What is the capital of France?', 100) } })
  })
  tool('test_input_required_result_list_roots', (context) => {
    const view = responseOf(context, 'client_roots')
    if (view.kind === 'roots') return text(`Roots: ${view.roots.map(({ uri }) => uri).join(', ')}`)
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
  })
  const withState = (name: string) =>
    tool(name, async (context) => {
      const view = responseOf(context, 'confirm')
      const state = context.mcpReq.requestState<{ step: number }>()
      if (view.kind === 'elicit' && state?.step === 1) return text('state-ok')
      const requestState = await codec.mint({ step: 1 }, context)
      return inputRequired({
        inputRequests: { confirm: inputRequired.elicit({ message: 'Please confirm', requestedSchema: okForm }) },
        requestState,
      })
    })
  withState('test_input_required_result_request_state')
  withState('test_input_required_result_tampered_state')
  tool('test_input_required_result_multiple_inputs', async (context) => {
    const given = ['user_name', 'greeting', 'client_roots'].map((key) => responseOf(context, key).kind)
    if (!given.includes('missing')) return text(`Got ${given.join(', ')}`)
    return inputRequired({
      inputRequests: {
        user_name: inputRequired.elicit({ message: 'What is your name?', requestedSchema: nameForm }),
        greeting: question('Generate a greeting', 50),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await codec.mint({ step: 1 }, context),
    })
  })
  tool('test_input_required_result_multi_round', async (context) => {
    const state = context.mcpReq.requestState<{ step: number }>()
    if (state?.step === 2 && responseOf(context, 'step2').kind === 'elicit') return text('Both steps are done')
    if (state?.step === 1 && responseOf(context, 'step1').kind === 'elicit') {
      const requestedSchema = {
        type: 'object' as const,
        properties: { color: { type: 'string' as const } },
        required: ['color'],
      }
      const step2 = inputRequired.elicit({ message: 'Step 2: What is your favorite color?', requestedSchema })
      return inputRequired({ inputRequests: { step2 }, requestState: await codec.mint({ step: 2 }, context) })
    }
    const step1 = inputRequired.elicit({ message: 'Step 1: What is your name?', requestedSchema: nameForm })
    return inputRequired({ inputRequests: { step1 }, requestState: await codec.mint({ step: 1 }, context) })
  })
  tool('test_input_required_result_capabilities', (context) => {
    const envelope = context.mcpReq.envelope as Readonly<Record<string, unknown>> | undefined
    const can = (envelope?.['io.modelcontextprotocol/clientCapabilities'] ?? {}) as Readonly<Record<string, object>>
    const inputRequests = {
      ...(can.elicitation
        ? { name: inputRequired.elicit({ message: 'What is your name?', requestedSchema: nameForm }) }
        : {}),
      ...(can.sampling ? { greeting: question('Generate a greeting', 50) } : {}),
    }
    if (context.mcpReq.inputResponses) return text('done')
    return inputRequired({ inputRequests })
  })
}

const addToolsWithArguments = (
  server: McpServer,
  notify: { toolsChanged(): void; promptsChanged(): void } | undefined,
): void => {
  server.registerTool(
    'test_sampling',
    { description: 'For conformance', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, context) => {
      const view = responseOf(context, 'sample')
      if (view.kind !== 'sampling') return inputRequired({ inputRequests: { sample: question(prompt, 100) } })
      const [content] = [view.result.content].flat()
      return text(`LLM response: ${content && 'text' in content ? content.text : ''}`)
    },
  )
  server.registerTool(
    'test_elicitation',
    { description: 'For conformance', inputSchema: z.object({ message: z.string() }) },
    async ({ message }, context) => {
      const view = responseOf(context, 'form')
      if (view.kind === 'elicit') return textOfResponse('User response', view)
      const requestedSchema = {
        type: 'object' as const,
        properties: {
          username: { type: 'string' as const, description: "User's response" },
          email: { type: 'string' as const, description: "User's email address" },
        },
        required: ['username', 'email'],
      }
      return inputRequired({ inputRequests: { form: inputRequired.elicit({ message, requestedSchema }) } })
    },
  )
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'For conformance', inputSchema: fromJsonSchema(newDraftSchema as never) },
    async () => text('ok'),
  )
  const region = fromJsonSchema({
    type: 'object',
    properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
    required: ['region'],
  } as never)
  server.registerTool('test_header_parameter', { description: 'For conformance', inputSchema: region }, async () =>
    text('ok'),
  )
  server.registerTool('test_trigger_tool_change', { description: 'For conformance' }, async () => {
    notify?.toolsChanged()
    return text('told')
  })
  server.registerTool('test_trigger_prompt_change', { description: 'For conformance' }, async () => {
    notify?.promptsChanged()
    return text('told')
  })
}

const addResources = (server: McpServer): void => {
  const mimeType = 'text/plain'
  server.registerResource('static-text', 'test://static-text', { mimeType }, async ({ href }) => ({
    contents: [{ uri: href, mimeType, text: 'This is the content of the static text resource.' }],
  }))
  server.registerResource('static-binary', 'test://static-binary', { mimeType: 'image/png' }, async ({ href }) => ({
    contents: [{ uri: href, mimeType: 'image/png', blob: png }],
  }))
  server.registerResource('watched', 'test://watched-resource', { mimeType }, async ({ href }) => ({
    contents: [{ uri: href, mimeType, text: 'watched' }],
  }))
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    {},
    async ({ href }, { id }) => ({
      contents: [
        {
          uri: href,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
        },
      ],
    }),
  )
  server.server.setRequestHandler('resources/subscribe', () => ({}))
  server.server.setRequestHandler('resources/unsubscribe', () => ({}))
}

const addPrompts = (server: McpServer): void => {
  const say = (...contents: object[]) => ({
    messages: contents.map((content) => ({ role: 'user' as const, content })) as never,
  })
  server.registerPrompt('test_simple_prompt', { description: 'For conformance' }, () =>
    say({ type: 'text', text: 'This is a simple prompt for testing.' }),
  )
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'For conformance', argsSchema: z.object({ arg1: z.string(), arg2: z.string() }) },
    ({ arg1, arg2 }) => say({ type: 'text', text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` }),
  )
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'For conformance', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) =>
      say(
        {
          type: 'resource',
          resource: { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
        },
        { type: 'text', text: 'Please process the embedded resource above.' },
      ),
  )
  server.registerPrompt('test_prompt_with_image', { description: 'For conformance' }, () =>
    say({ type: 'image', data: png, mimeType: 'image/png' }, { type: 'text', text: 'Please analyze the image above.' }),
  )
  server.registerPrompt('test_input_required_result_prompt', { description: 'For conformance' }, (async (
    context: ServerContext,
  ) => {
    const given = acceptedContent(context.mcpReq.inputResponses, 'user_context', z.object({ context: z.string() }))
    if (given) return say({ type: 'text', text: `With context: ${given.context}` })
    const requestedSchema = {
      type: 'object' as const,
      properties: { context: { type: 'string' as const } },
      required: ['context'],
    }
    return inputRequired({
      inputRequests: {
        user_context: inputRequired.elicit({ message: 'What context should the prompt use?', requestedSchema }),
      },
    })
  }) as never)
  server.server.registerCapabilities({ completions: {} })
  server.server.setRequestHandler('completion/complete', () => ({
    completion: { values: ['paris', 'park', 'party'], total: 3, hasMore: false },
  }))
}

const capabilities = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  logging: {},
}
const hint = { ttlMs: 1000, cacheScope: 'private' } as const

export const fixtures = (): Served => {
  const serverFor = (): McpServer => {
    const server = new McpServer(
      { name: 'conformance', version: '1' },
      {
        capabilities,
        requestState: { verify: codec.verify },
        cacheHints: {
          'tools/list': hint,
          'prompts/list': hint,
          'resources/list': hint,
          'resources/templates/list': hint,
          'resources/read': hint,
          'server/discover': hint,
        },
      },
    )
    addPlainTools(server)
    addAskingTools(server)
    addToolsWithArguments(server, modern?.notify)
    addResources(server)
    addPrompts(server)
    return server
  }
  const modern = createMcpHandler(serverFor, { legacy: 'reject' })
  return {
    protocol: { serverFor, modern },
    mayTalk: ({ method }) => method === 'tools/call' || method === 'prompts/get',
  }
}
