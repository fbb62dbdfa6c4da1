// Suites of this project have the service as processes by role, behind nginx.
process.env.TEST_BEHIND_NGINX = '1'
