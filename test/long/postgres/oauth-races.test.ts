// seconds: 30
import '../../postgres/oauth-races.test.ts'
