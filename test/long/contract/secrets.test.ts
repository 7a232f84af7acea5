// seconds: 10
import '../../contract/oauth/secrets.test.ts'
