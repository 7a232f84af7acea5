// seconds: 12
import '../../postgres/mcp-authorization.test.ts'
